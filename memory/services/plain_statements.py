"""Whether a sentence says something outright: no question, no quotation, nobody else's word, no "if I were you".

A rule becomes the owner's own only if they stated it. What is asked, reported, supposed or waved away is looked at by
the owner first. In nine languages; a statement too many that waits costs a click.
"""

import re
from typing import Final

_QUOTATION: Final = re.compile(r"[\"“”„‟«»‹›「」『』《》〈〉‘‚＂]|(?<![^\W_])'[^']+'(?![^\W_])|^\s*>")
_MARKED: Final = re.compile(r"[?？¿؟⁇⁈⁉]")

_ASKED: Final = re.compile(
    r"^(?:"
    # English: a verb that asks, or a question word
    r"do(?:n't)? (?:i|we|you|they|he|she)\b"
    r"|(?:should|shall|could|would|can|may|might|must|will|does|did|is|are|was|were|am|has|have|had)(?:n't)? "
    r"(?:i|we|you|he|she|it|they|one|there|this|that|the|a|an|my|our|your|anybody|anyone|somebody|someone)\b"
    r"|(?:what|why|who|whom|whose|which|whether|how come|how about|how (?:do|does|should|can|could|would|is|are"
    r"|much|many))\b"
    r"|(?:when|where) (?:should|shall|do|does|did|is|are|can|could|will|would)\b|any idea\b|i wonder\b"
    # German
    r"|(?:soll|sollen|sollte|sollten|muss|müssen|müsste|kann|können|könnte|könnten|darf|dürfen|wird|werden|würde|würden"
    r"|ist|sind|war|hat|haben|wollen|möchtest|magst) (?:ich|wir|man|du|ihr|sie|er|es|das|der|die|jemand)\b"
    r"|(?:warum|wieso|weshalb|wozu|was|wer|wen|wem|welche[rsmn]?|ob|wie (?:soll|kann|ist|sind|viel|oft))\b"
    r"|wann (?:soll|muss|ist)\w*\b"
    # French
    r"|est-ce\b|n'est-ce\b|qu'est-ce\b|\w+-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles)\b|pourquoi\b|comment\b"
    r"|quel(?:le)?s?\b"
    r"|(?:qui|quoi|que) (?:est|faut|doit|devons|fait)\b|quand (?:faut|doit|devons|est)\b"
    # Spanish and Portuguese
    r"|(?:por qué|por que|qué|quién|quiénes|cuál|cuáles|cómo|cuándo|dónde|cuánto)\b|debería(?:mos|s|n)?\b|será que\b"
    r"|(?:deveríamos|deveria|devíamos|podemos|poderíamos|posso|podría|podríamos|puedo)\b|(?:quem|qual|quais|o que"
    r"|onde|quando é)\b"
    # Vietnamese
    r"|(?:có nên|tại sao|vì sao|làm sao|ai (?:là|nên|phải|có|sẽ|đã)|khi nào|liệu|có phải|bao giờ|nên chăng)\b"
    # Chinese, Japanese, Korean
    r"|为什么|為什麼|为何|怎么|怎麼|怎样|什么时候|什麼時候|谁|誰|哪|是否|是不是|要不要|该不该|該不該|应不应该"
    r"|應不應該|能不能|可不可以"
    r"|なぜ|どうして|どうやって|誰が|何を|いつ(?!も|でも)|왜|어떻게|누가|무엇|언제(?!나|든)|뭐"
    r")"
    # Endings
    r"|(?:吗|嗎|呢|么|麼|好不好|对不对|對不對|行不行|要不要|是不是|可以不)$"
    r"|(?:か|かな|かしら|かい|だろう|でしょう|っけ|の)$"
    r"|(?:까|까요|나요|가요|니|냐|을지|는지|지요|려나)$"
    r"|\b(?:không|chưa|à|hả|nhỉ|ư|được không|phải không|thế nào|sao)$"
    r"|, ?(?:right|correct|yes|no|isn't it|don't you think|oder|nicht wahr|gell|ja|hein|non|verdad|né|não é)$"
    r"|\b(?:or not|oder nicht|ou pas|o no|ou não)$"
    r"|是不是|是否应|该不该|該不該|应不应该|應不應該|要不要|能不能|可不可以|是不是该"
)

_REPORTED: Final = re.compile(
    r"^(?:\S+ ){1,4}?(?:said|says|told|tells|wrote|writes|claims|claimed|thinks|thought|believes|believed|suggests"
    r"|suggested"
    r"|argues|argued|insists|insisted|wants|wanted|asked|asks|heard|recommends|recommended"
    r"|sagt|sagte|meint|meinte|schrieb|behauptet|behauptete|findet|fand|glaubt|denkt|wollte|möchte|empfiehlt|hat gesagt"
    r"|dit|disait|disent|affirme|pensait|croit|prétend|veut|voulait"
    r"|dice|dijo|decía|dicen|escribió|afirma|quiere|quería|pensaba"
    r"|disse|diz|dizia|dizem|escreveu|acha|achava|queria|nghĩ rằng|cho rằng)\b"
    r"|^(?:they|people|some|we|you|others) say\b"
    r"|^(?:according to|apparently|i read|laut|angeblich|selon|d'après|según|segundo|de acordo com|theo (?:lời|ý"
    r"|như)|nghe nói)\b"
    r"|^(?!khi|hãy|luôn|đừng|không|phải|chỉ)\S+ (?:\S+ )?(?:nói|bảo)(?!\w)"
    r"|^(?!请|請|用|不|别|別|要|只|必|总|總)\S{1,8}?(?:说|說|认为|認為|觉得|覺得|告诉|告訴|写道|寫道|声称|聲稱|建议"
    r"|建議)|^(?:据说|據說|听说|聽說)"
    r"|と(?:言|い)(?:った|って|いました|っていました|っている|う|われ)|と述べ|によると|によれば|らしい(?:です)?$"
    r"|そうです$|だって$"
    r"|(?:다|라|자|냐)고 ?(?:말|했|하더|그랬|그러|썼|생각|들었|주장|물)|에 따르면|(?:이|가|은|는) 말하길|(?:한|간"
    r"|된|는|었|았)대요?$"
    r"|^(?:[^\s:：]++ ?){1,3}(?::\s|：)"
)

_SUPPOSED: Final = re.compile(
    r"^(?:if|unless|suppose|supposing|imagine|assuming|let's say|let's assume|let's pretend|say we|what if"
    r"|hypothetically|in theory"
    r"|theoretically|in case|provided|were i|had i|should you|for example|for instance|e\.g"
    r"|wenn|falls|sofern|angenommen|gesetzt|nehmen wir an|stell dir vor|was wäre|hypothetisch|theoretisch|im falle"
    r"|zum beispiel|z\.b"
    r"|si|s'il|s'ils|supposons|imaginons|imagine|admettons|à supposer|au cas|hypothétiquement|en théorie|par exemple"
    r"|supongamos|imagina|imaginemos|digamos|suponiendo|en caso|hipotéticamente|en teoría|por ejemplo|como si"
    r"|se (?!deben?\b|puede|usan?\b|requiere|recomienda|prohíbe)\S+|caso|suponhamos|imagine|imaginemos|supondo"
    r"|hipoteticamente|em teoria|por exemplo|digamos que"
    r"|nếu|giả sử|giả như|giả dụ|ví dụ|chẳng hạn|lỡ|trong trường hợp|giá mà|thử tưởng tượng)\b"
    r"|^(?:如果|要是|假如|假设|假設|假使|若是?|倘若|万一|萬一|比如|例如|譬如|换作|換作|换成我|理论上|想象|想像)"
    r"|^(?:もし|仮に|かりに|例えば|たとえば|万が一|万一|理論上|想像)|^.{0,12}(?:だったら|としたら|とすれば|なら[、,])"
    r"|^(?:만약|만일|혹시|가령|예를 들|이론상|상상해|가정)|^.{0,14}(?:라면|다면)"
    r"|\b(?:if i were|if i was|if it were|i would(?: have)?|i'd|wäre ich|an deiner stelle|si j'étais|à ta place"
    r"|si yo fuera|en tu lugar"
    r"|se eu fosse|no teu lugar|no seu lugar|nếu tôi là|nếu là tôi)\b"
)

_WAVED_AWAY: Final = re.compile(
    r"\b(?:never mind|nevermind|forget (?:it|that|about it|what)|no,? wait|scratch that|scrap that|just kidding"
    r"|kidding|jk|lol|joking"
    r"|maybe|perhaps|possibly|probably|i guess|i suppose|i think|i wonder|i dream\w*|dream(?:t|ed)|not sure|dunno"
    r"|whatever|who cares"
    r"|egal|schon gut|vergiss|macht nichts|spaß|scherz|vielleicht|eventuell|womöglich|möglicherweise|wahrscheinlich"
    r"|keine ahnung"
    r"|ich glaube|ich denke|geträumt"
    r"|laisse tomber|peu importe|oublie(?: ça| cela)?|tant pis|je rigole|je plaisante|peut-être|probablement"
    r"|je crois|je pense|j'ai rêvé"
    r"|olvídalo|olvida(?: eso| lo)|da igual|no importa|es broma|quizás?|quiza|tal vez|probablemente|creo que|soñé"
    r"|deixa pra lá|deixa para lá|esquece|tanto faz|não importa|brincadeira|talvez|provavelmente|acho que|sonhei"
    r"|bỏ đi|bỏ qua đi|không sao|đừng bận tâm|đùa|có lẽ|chắc là|tôi nghĩ|nằm mơ)(?!\w)"
    r"|^(?:wait|thôi)[, ](?!for|until|till|at)|算了|没关系|沒關係|没事|沒事|别管|別管|当我没说|當我沒說|开玩笑"
    r"|開玩笑|也许|也許|(?<![尽盡])可能|大概|或许|或許|我想|我觉得|我覺得|梦见|夢見|做梦"
    r"|やっぱり|やっぱ|何でもない|なんでもない|気にしない|忘れて|冗談|たぶん|多分|おそらく|かもしれ|夢で|と思う"
    r"|と思います"
    r"|됐어|됐습니다|신경 ?쓰지|아니야|잊어|농담|아마|어쩌면|혹시|꿈에서|것 같"
)


_AFTERTHOUGHT: Final = re.compile(
    r"[,，、;–—-] ?(?:or )?(?:so )?\S* ?\S* ?(?:said|says|heard|told|sagt|sagte|meint|meinte|dit|dijo|dice|disse"
    r"|diz|nói|bảo)\b"
    r"|[,，、] ?\S{0,6}(?:说|說|言った|했어)|, ?(?:according to|laut|selon|d'après|según|segundo|theo)\b"
    r"|\bis what \S+ (?:wants|wanted|said|says)\b|\b(?:whichever|huh|eh|hm+)$|曰く|말래요?$"
)
_WISHED: Final = re.compile(
    r"^(?:i wish|if only|pretend|in (?:a|an) (?:perfect|ideal|other) world|would\b|wouldn't|ideally|eigentlich"
    r"|am liebsten|ich wünschte"
    r"|j'aimerais|idéalement|ojalá|quem dera|tomara|idealmente|hình như|ước gì|giá như)\b|^我?[梦夢]|但愿|但願|理想"
)


_KINDS: Final = (_MARKED, _QUOTATION, _ASKED, _REPORTED, _SUPPOSED, _WAVED_AWAY, _AFTERTHOUGHT, _WISHED)


def is_plain_statement(text: str) -> bool:
    """Whether a sentence in its normal form (small letters, single spaces, no end mark) states something outright."""
    plain = text.replace("’", "'")
    return not any(kind.search(plain) for kind in _KINDS)
