"""What makes a turn or a sentence no plain word of the person: pasted text, tasks, play, jokes, what follows or leads.

Beside `plain_statements`, which judges a sentence by its own words. In nine languages. A word too many here costs one
memory that a model may find later; one too few costs a wrong memory.
"""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from typing import Final

from memory.services.recorded_turns import MACHINE_OPENINGS

LONGEST_TURN: Final = 2_000  # code points; a longer one is a document somebody pasted

_PASTED: Final = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]+`"  # code
    r"|^[ \t]*>.*$|^(?: {4,}|\t)\S.*$"  # quoted mail, indented code
    r"|^[ \t]*(?:\[?\d{4}-\d\d-\d\d[T ]?|\[?\d{1,2}:\d\d|[A-Z]{4,}[ :\[]|at \S+\(|File \"|\$ |# |\*\*|_\w|\+\+\+|---|[-+]\s*\w+\s*=).*$"  # logs
    r"|\"[^\"]*(?:\"|\Z)|“[^”]*(?:”|\Z)|„[^“”]*(?:[“”]|\Z)|«[^»]*(?:»|\Z)|「[^」]*(?:」|\Z)|『[^』]*(?:』|\Z)"
    r"|<[a-zA-Z/][^>]*>|\bhttps?://\S+|\{[^}]*\}",
    re.DOTALL | re.MULTILINE,
)
_DIALOGUE: Final = re.compile(r"^[ \t]*[-*•]?[ \t]*[\w .'’-]{1,25}[:：][ \t]*\S", re.MULTILINE)
LABELLED_LINES: Final = 2  # lines that begin with somebody's name and a colon from which a turn is a transcript

_TASK: Final = re.compile(
    r"\b(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e (?:this|the|my|it|these)|transcribe|pronounce|autocomplete"
    r"|fix (?:the|my|this) (?:grammar|spelling|sentence)|correct (?:the|my|this) (?:grammar|sentence|text)"
    r"|how (?:do|can|would) (?:i|you) say|what does .{0,40} mean|(?:is|are) (?:it|this|these) (?:grammatically )?correct"
    r"|(?:write|draft|compose|make up|invent|create|tell me) (?:me )?(?:an? |the |some |my )?(?:\w+ ){0,3}"
    r"(?:story|poem|novel|dialogue|dialog|script|song|lyrics|email|mail|letter|essay|speech|monologue|sentence|bio"
    r"|tweet|post|text|scene|joke|template|persona|cover letter)"
    r"|role[- ]?play\w*|let's pretend|pretend|act as|act like|play the (?:role|part)|you are now|you play|in character"
    r"|my character|the character|as a character|imagine|dummy data|test data|sample (?:text|data|sentence|dialogue)|lorem"
    r"|placeholder|example sentence|the following (?:text|sentence|message|email|log|code|conversation|quote)"
    r"|copy[- ]?paste\w*|stack ?trace|traceback|fake (?:name|profile)|let's play a game|fanfic\w*|my alter ego"
    r"|the (?:user|customer|client) (?:says|said|writes|wrote)"
    r"|you are (?:now |an? |the |special )(?:\w+ ){0,4}(?:assistants?|agent|bot|model|ai|expert|character|pirate|persona|engineer|teacher|wizard))\b"
    r"|<<SYS>>|\[/?(?:INST|PROMPT|SYSTEM)\]|<\|\w+\|>"
    r"|\b(?:übersetz\w*|umformulier\w*|formuliere .{0,40} um|korrekturles\w*|fasse .{0,60} zusammen|was (?:heißt|bedeutet)"
    r"|wie sagt man|rollenspiel\w*|tu so|tun wir so|stell dir vor|spiel\w* (?:die|eine) rolle|schlüpf\w* in|meine figur"
    r"|mein charakter|beispielsatz\w*|beispieltext\w*|der folgende text|testdaten|platzhalter"
    r"|schreib\w* (?:mir )?(?:bitte )?(?:eine?n? |den |die )?(?:\w+ ){0,2}(?:geschichte|gedicht|dialog|brief|mail|e-mail"
    r"|rede|drehbuch|lied|szene|satz))\b"
    r"|\b(?:tradui\w*|reformul\w*|corrige (?:cette|la) phrase|résum\w*|comment (?:dit-on|on dit|dire)|que signifie"
    r"|jeu de rôle|jouons|fais semblant|faisons semblant|imagin\w*|mon personnage|le personnage|phrase d'exemple"
    r"|exemple de phrase|le texte suivant|écri\w* (?:moi )?(?:une? |le |la )?(?:\w+ ){0,2}(?:histoire|poème|dialogue|lettre"
    r"|mail|discours|chanson|scène|conte))\b"
    r"|\b(?:traduc\w*|traduzca|reescrib\w*|reformul\w*|resum\w*|corrige esta frase|cómo se dice|qué significa"
    r"|juego de rol|juguemos|finge|finjamos|haz de cuenta|imagin\w*|mi personaje|el personaje|frase de ejemplo"
    r"|el siguiente texto|escrib\w* (?:me )?(?:un |una |el |la )?(?:\w+ ){0,2}(?:historia|cuento|poema|diálogo|carta|correo"
    r"|discurso|canción|escena))\b"
    r"|\b(?:traduz\w*|reescrev\w*|como se diz|o que significa|jogo de papéis|vamos fingir|finja|faz de conta|imagin\w*"
    r"|meu personagem|minha personagem|o personagem|frase de exemplo|o seguinte texto|escrev\w* (?:um |uma |o |a )?"
    r"(?:\w+ ){0,2}(?:história|conto|poema|diálogo|carta|e-?mail|discurso|música|cena))\b"
    r"|翻译|翻譯|改写|改寫|润色|潤色|造句|例句|怎么说|怎麼說|什么意思|什麼意思|角色扮演|扮演|假装|假裝|你现在是|你現在是|想象|想像|设定是|设定：|我的角色|人设"
    r"|写(?:一|个|篇|首|段|封|份)|寫(?:一|個|篇|首|段|封|份)|以下(?:文字|内容|對話|对话|文本)|下面(?:这|的)(?:句|段|话)|病句|台词|台詞|歌词|歌詞"
    r"|翻訳|訳して|言い換え|校正|要約|例文|何と言|なんと言|という意味|どういう意味|ロールプレイ|なりきり|演じ|ふりをして|想像して|設定で|キャラ|次の文|以下の文"
    r"|(?:物語|小説|詩|手紙|台本|脚本|メール|セリフ|作文)を(?:書|作)"
    r"|번역|바꿔 ?쓰|요약|교정|예문|무슨 뜻|뭐라고 (?:해|말)|어떻게 말|역할극|역할 ?놀이|연기해|~?인 ?척|척해|상상해|설정으로|캐릭터|다음 문장|아래 문장"
    r"|(?:이야기|소설|시|편지|대본|대사|이메일|작문)(?:을|를)? (?:써|작성|만들)"
    r"|\b(?:dịch (?:câu|đoạn|sang|giúp|hộ|cho)|viết lại|tóm tắt|sửa (?:câu|lỗi)|nói thế nào|nghĩa là gì|có nghĩa|nhập vai"
    r"|đóng vai|giả vờ|tưởng tượng|nhân vật|câu ví dụ|ví dụ|đoạn văn sau|câu sau|câu này|viết (?:cho tôi |giúp tôi |giúp mình )?"
    r"(?:một |bài |câu )*(?:truyện|thơ|thư|kịch bản|hội thoại|email|bài hát|câu chuyện))(?!\w)",
    re.IGNORECASE,
)

_MOCKING: Final = re.compile(
    r"(?:^|\s)/s\b|🙄|🙃|😏|🤡|😜|😝|😈|🥴|🤪"
    r"|\b(?:yeah,? right|as if|sure,? sure|oh great|just great|sarcas\w*|ironic\w*|ironi\w*|not!|haha+|hehe+|lmao|rofl|xd|obviously not"
    r"|said no one ever|because that worked so well|what could (?:possibly )?go wrong|my evil plan|oh sure|of course not"
    r"|ja klar|na klar|schon klar|na toll|super idee|von wegen|haha|als ob|bien sûr que non|c'est ça|mais oui,? bien sûr"
    r"|ben voyons|tu parles|sí,? claro|claro que no|ya,? claro|como si|jaja\w*|ah,? sim,? claro|até parece|só que não"
    r"|sqn|kkk+|rsrs\w*|đùa thôi|nói đùa|mỉa mai|haha|hihi)(?!\w)|呵呵|哈哈|才怪|反话|反話|（笑）|\(笑\)|笑$|なんちゃって|なわけない|皮肉|ㅋㅋ|ㅎㅎ|퍽이나|반어|(?<![ぁ-ん])ｗｗ+|(?<=\S)ww+$",
    re.IGNORECASE,
)
_TAKEN_BACK: Final = re.compile(
    r"^(?:\W|oh|ah|no|nein|non|não|thôi)*(?:just kidding|kidding|joking|just joking|only joking|jk|lol|never ?mind|not really|no,? wait|wait|scratch that"
    r"|scrap that|forget (?:it|that)|just testing|that was a (?:joke|test)|was a joke|that's a lie|i'm lying|i lied|i wish"
    r"|that's what|so (?:he|she|they|my)\b|said|says|at least that's|or so|i mean no|that is not true|that's not true"
    r"|is (?:what|how)|not\W*$|this is (?:what|a quote|from)|it's (?:a quote|from a)|would be|was how|those were"
    r"|scherz|war nur (?:ein )?(?:spaß|scherz|test)|spaß|nur spaß|kleiner scherz|vergiss (?:es|das)|quatsch|doch nicht|nicht\W*$|ach nein|das (?:sagt|sagte|meint)|sagt\w*|so (?:hat|steht)|stimmt nicht"
    r"|je (?:plaisante|rigole|blague)|c'est une (?:blague|plaisanterie)|laisse tomber|oublie|en fait non|c'est ce que|disait|c'est faux|n'importe quoi"
    r"|es (?:una )?broma|era broma|bromeo|olvídalo|olvida|mentira|es mentira|eso (?:dijo|dice|decía)|dijo|decía|mejor no|en realidad no"
    r"|brincadeira|é brincadeira|tô brincando|estou brincando|esquece|deixa|mentira|é mentira|foi o que|disse|dizia|na verdade não"
    r"|đùa|mình đùa|tôi đùa|nói đùa|bỏ đi|quên đi|không phải|à không|đó là lời|anh ấy nói|cô ấy nói|câu này là)(?!\w)"
    r"|^(?:\W)*(?:开玩笑|開玩笑|逗你|骗你|騙你|我瞎说|瞎说|算了|当我没说|當我沒說|不对|不對|才怪|假的|这是他|这是她|他说|她说|这句话是|出自|冗談|うそ|嘘|なんちゃって|やっぱり|やっぱ|いや、|違う"
    r"|と(?:言|い)|って(?:言|い)|忘れて|농담|뻥이|장난|아니다|취소|거짓말|라고 (?:했|말|하)|잊어)",
    re.IGNORECASE,
)
_LEADS_TO_OTHERS: Final = re.compile(
    r"(?:\b(?:said|says|say|wrote|writes|told (?:me|us|him|her|them)|answered|replied|asked|quote|quotes|reads|goes like this|goes|sings"
    r"|like this|repeat after me|lyrics|ad copy|slogan|caption|transcript|excerpt|character sheet|survey answer|the narrator(?: speaks)?|example|for instance|e\.g\.?|hypothetically|suppose|imagine|in (?:the|a|my) (?:story|book|film|movie|novel|song|game|dream|play|message|mail|email|log|note)"
    r"|his|her|their) ?(?:message|words|text|mail|email|note|reply|answer|quote|motto)?"
    r"|sagte?|schrieb|meinte|erzählte|antwortete|zitat|beispiel|zum beispiel|z\.b\.?|im (?:film|buch|roman|spiel|traum|lied)"
    r"|dit|disait|écrit|a répondu|citation|exemple|par exemple|dans (?:le|un|mon) (?:film|livre|roman|jeu|rêve)"
    r"|dijo|dice|escribió|respondió|cita|ejemplo|por ejemplo|en (?:la|el|una|un) (?:película|libro|novela|juego|sueño)"
    r"|disse|diz|escreveu|respondeu|citação|exemplo|por exemplo|n[oa] (?:filme|livro|romance|jogo|sonho)"
    r"|nói|bảo|viết|trả lời|trích|ví dụ|trong (?:phim|truyện|sách|game|giấc mơ))\s*[:.…,]?\s*$"
    r"|(?:说|說|写道|寫道|回答|问我|告诉我|台词|例如|比如|例子|电影里|小说里|书里|梦里|言った|書いた|答えた|例えば|たとえば|映画で|小説で|夢で|말했\S*|썼\S*|대답했\S*|예를 들\S*|영화에서|소설에서|꿈에서)\s*[:：.。…,，、]?\s*$",
    re.IGNORECASE,
)
_INTRODUCES: Final = re.compile(
    r"[:：]\s*$|\b(?:(?:here is|here's|this is) (?:what|an? (?:example|sample|quote|excerpt))|(?:my|a) (?:friend|boss|colleague|mother|father|sister"
    r"|brother|mum|mom|dad|wife|husband|teacher|neighbou?r) (?:always |once |just )?(?:said|says|told|wrote|writes))\b",
    re.IGNORECASE,
)
_RESTRICTS: Final = re.compile(
    r"^(?:and |or |und |oder |et |ou |y |o |e )?(?:but|if|unless|when|whenever|until|or|except|though|although|while|whereas|only|as long as"
    r"|before|after|at least|not|just not|said|says|he said|she said|they said|in (?:my|the|a) (?:dream|dreams|story|game|book|movie|film|novel|song|head)"
    r"|according|apparently|supposedly|allegedly|theoretically|once|provided|depending|until|on (?:weekends|mondays)|sometimes|then again|anymore|these lies|yeah right"
    r"|no|nah|right|correct|isn't|aren't|don't (?:i|we|you)|do (?:i|we|you)|huh|eh"
    r"|aber|bevor|nachdem|sobald|bis|damit|wenn|falls|sofern|solange|außer|es sei denn|sondern|oder|nur|zumindest|obwohl|sagt\w*|meint\w*|laut|angeblich|theoretisch|nicht wahr|gell|manchmal|im (?:traum|spiel|film|buch)"
    r"|mais|avant|après|dès|si|quand|lorsque|sauf|à moins|tant que|ou|seulement|sinon|dit|disait|a dit|selon|parfois|n'est-ce|dans (?:mon|le|un) (?:rêve|jeu|film|livre)"
    r"|pero|antes|después|hasta|cuando|salvo|excepto|a menos|siempre que|aunque|solo|sólo|sino|dijo|dice|según|a veces|verdad|no\?|en (?:mi|el|la) (?:sueño|juego|película)"
    r"|mas|antes|depois|até|se|quando|caso|exceto|a menos|embora|só|senão|disse|diz|segundo|às vezes|né|n[oa] (?:meu sonho|jogo|filme)"
    r"|nhưng|trước|sau khi|nếu|khi|trừ|miễn là|hoặc|chỉ|tuy|mặc dù|theo|đôi khi|phải không|đúng không|trong (?:mơ|phim|truyện|game))(?!\w)"
    r"|^(?:但|不过|不過|可是|然而|如果|要是|除非|除了|只要|或者|只是|只有|只在|据说|他说|她说|虽然|雖然|有时|对吧|對吧|对吗|是吧|在梦|しかし|でも|だけど|けど|ただし|ただ|もし|例外|たまに|時々|夢の|だよね|ですよね"
    r"|하지만|그런데|그렇지만|만약|만일|단,|다만|가끔|꿈에|맞지|그치|그렇죠)",
    re.IGNORECASE,
)
_LIMITS_NOTHING: Final = re.compile(
    r"(?:but|though) (?:(?:lately|recently|now|right now) )?(?:i (?:feel|don't know|do not know|haven't|have not|don't have|do not have|find it (?:difficult|hard)|am not sure|'m not sure)|i've (?:encountered|been|had)|it's been|my (?:progress|schedule)|(?:lately|recently))\b"
    r"|aber (?:ich (?:habe (?:zurzeit|derzeit|leider|gerade)|weiß nicht|komme (?:kaum|selten|nicht) dazu)|(?:zurzeit|leider|in letzter zeit))\b"
    r"|mais (?:je (?:n'ai pas|ne sais pas|manque)|en ce moment|dernièrement)|pero (?:no (?:tengo|sé)|últimamente|ahora mismo)|mas (?:não (?:tenho|sei)|ultimamente)"
    r"|(?:但|但是|不过|不過|可是|只是)(?:是)?[,，]?(?:我)?(?:最近|总是感觉|總是感覺|总是觉得|总感觉|总觉得|感觉|覺得|觉得|不知道|不太确定|一直没|现在没有|没有时间|遇到)"
    r"|でも最近|けど最近|(?:하지만|그런데) (?:요즘|최근)|nhưng (?:dạo này|gần đây|mình không biết|tôi không biết)",
    re.IGNORECASE,
)
"""How a clause with "but" begins that says how it goes, and takes nothing of what was said."""
_ONLY: Final = re.compile(
    r"\b(?:only|nur|seulement|uniquement|solo|sólo|solamente|únicamente|apenas|somente|chỉ)\b|[只仅僅]|だけ|のみ|[에서로]만(?= |$)",
    re.IGNORECASE,
)
_ASKS_THE_OTHER: Final = re.compile(
    r"(?:and |so )?(?:(?:do|can|could|would|will|have|are) you|(?:are|is) there|what(?:'s| is| are| do| kind| books?| about)|which|how (?:about|do i|can i|should i)|any (?:recommendations|suggestions|tips|ideas)|where (?:can|should|do) i)\b"
    r"|(?:und )?(?:(?:hast|kannst|könntest|kennst|weißt|magst) du|(?:können|könnten|haben|kennen) sie|gibt es|welche\w*|was (?:empfiehlst|würdest|hältst)|wo kann ich|wie kann ich)\b"
    r"|(?:et )?(?:(?:peux|pourrais|as|connais)-tu|tu (?:peux|pourrais|connais|aurais)|(?:pouvez|pourriez|avez|connaissez)-vous|est-ce que tu|quels?|quelles?|où puis-je|comment puis-je)\b"
    r"|(?:y )?¿? ?(?:(?:me )?(?:puedes|podrías|conoces|tienes|recomiendas)|hay (?:algún|alguna|algo)|qué (?:me|libros?|me recomiendas)|cuál|dónde puedo|cómo puedo)\b"
    r"|(?:e )?(?:você|vc|(?:pode|poderia|conhece|tem) (?:me|algum|alguma)|há (?:algum|alguma)|quais?|onde posso|como posso)\b"
    r"|(?:bạn (?:có|biết|thích|gợi ý)|có (?:gì|cuốn|nơi))(?!\w)"
    r"|(?:那)?(?:你(?:呢|有|能|可以|知道|也|喜欢|觉得|会|平时)|您(?:呢|有|能|可以|知道|觉得)|有没有|有沒有|有什么|有什麼|能不能|可不可以|可以(?:给我|推荐)|能(?:给我|推荐)|请问|請問|该怎么|應該怎麼|应该怎么|怎么(?:才能|样)|那里有|哪里|不知道有没有)"
    r"|(?:何か|おすすめ|あなたは|どこか|どんな)|(?:혹시|추천|어떤|당신은|어디)",
    re.IGNORECASE,
)
"""How a clause begins that asks whoever listens, and not whether what was said before is so."""
_CONDITION_INSIDE: Final = re.compile(
    r"\b(?:if|unless|until|provided|in case|depending|whenever|when|falls|wenn|sofern|solange|bis (?:ich|du|wir)|außer|es sei denn|tant que|à moins|sauf|jusqu'à ce"
    r"|lorsque|quand|cuando|salvo|a menos|hasta que|mientras|quando|caso|a menos|até que|enquanto|se (?:eu|você|vc|tu|ele|ela|o|a|os|as|for|houver|não|precisar|tiver|der|possível)|nếu|trừ khi|cho đến khi|miễn là)(?!\w)"
    r"|(?<!\w)si (?!vous plaît|te plaît)(?=\w)|如果|要是|除非|假如|的话|的話|的时候|的時候|直到|场合|もし|場合|なら|たら[、は]|れば、|限り|면(?=[ ,])|경우|때만|때는",
    re.IGNORECASE,
)


def pasted_in(text: str) -> list[tuple[int, int]]:
    """The places of a turn that are no word of the person: code, logs, quotations, addresses."""
    return [match.span() for match in _PASTED.finditer(text)]


def is_foreign(text: str) -> bool:
    """Whether a whole turn says nothing of the person: a document, a machine's notice, a transcript, a task on text."""
    opening = text.lstrip().casefold()
    if len(text) > LONGEST_TURN or opening.startswith(MACHINE_OPENINGS):
        return True
    labelled = sum(1 for _ in _DIALOGUE.finditer(text))
    return labelled >= LABELLED_LINES or _TASK.search(text) is not None


def is_mocking(text: str) -> bool:
    """Whether a sentence has a mark of irony or laughter."""
    return _MOCKING.search(text) is not None


def is_taken_back(following: str) -> bool:
    """Whether a sentence that follows takes back, or gives to somebody else, what was said."""
    return _TAKEN_BACK.search(following) is not None


def leads_away(before: str) -> bool:
    """Whether a sentence that stands before says that what follows is somebody else's, or an example."""
    return _LEADS_TO_OTHERS.search(before) is not None or _INTRODUCES.search(before) is not None


def restricts(clause: str) -> bool:
    """Whether a clause that follows limits, doubts or contradicts what was said."""
    if _LIMITS_NOTHING.match(clause.lstrip()):
        return False
    return _RESTRICTS.search(clause.lstrip()) is not None or _ONLY.search(clause) is not None


def asks_the_other(clause: str) -> bool:
    """Whether a clause asks something of its own, so that what was said before it is no question."""
    return _ASKS_THE_OTHER.match(clause.lstrip()) is not None


def has_condition(text: str) -> bool:
    """Whether something is said to hold in one case only."""
    return _CONDITION_INSIDE.search(text) is not None
