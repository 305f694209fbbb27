"""Words by which a statement says that something changed, ended, was wrong, is past, supposed, or one case only.

Patterns are matched on folded text: lower case, no accents, NFKC. A language is not guessed first, since a chain may
change its language; so short words that mean something else in another language stand in longer patterns only.
"""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from kirocrew.base.text import fold
from memory.recall.updates.lexicon import Lexicon


class Cue(StrEnum):
    """What a word or two of a statement announce."""

    ENDS = "ends"  # no longer so
    CHANGES = "changes"  # was moved, switched, raised
    STARTS = "starts"  # from a day on
    NOW = "now"
    CORRECTS = "corrects"
    REJECTS = "rejects"  # not this one
    ADDS = "adds"  # this one as well
    PAST = "past"  # of an earlier time
    SUPPOSED = "supposed"  # would be so
    UNSURE = "unsure"  # may be so
    ONLY = "only"  # for one case
    ONCE = "once"  # for one occasion


ANNOUNCING: Final = frozenset({Cue.ENDS, Cue.CHANGES, Cue.STARTS, Cue.NOW, Cue.CORRECTS, Cue.REJECTS})
"""Cues of which a statement that changes an older one nearly always has one."""

_DAYS: Final = (
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|"
    "sonntag|lunes|martes|miercoles|jueves|viernes|sabado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
)

# Of words between spaces; each pattern must begin and end with one.
_SPACED: Final[dict[Cue, tuple[str, ...]]] = {
    Cue.ENDS: (
        r"no longer|any ?more|any longer|never again|no more|i quit|i've quit|gave up|given up|got rid of|(?:has|have|was) ended|discontinued",
        r"stopped (?:\w+ing|the|my|using)|(?:sold|cancell?ed|dropped|deleted|closed) (?:my|the|our|it)",
        r"left (?:my|the) (?:job|company|gym|team)|broke up|is dead|passed away|moved out of|quit (?:my|the|smoking|drinking|\w+ing)|has quit",
        r"nicht mehr|nie mehr|kein\w*(?= (?:\w+ ){0,4}mehr)|nicht langer|aufgehort|aufgegeben|gekundigt|abgeschafft",
        r"abgemeldet|verkauft|beendet|abgesagt|verkaufte|gestorben|getrennt",
        r"ya no|nunca mas|deje|he dejado|dejo de|dejamos|abandone|cancele|cancelaron|vendi|renuncie|se murio",
        r"n(?:e|'\w+)(?= (?:\w+ ){0,4}plus)|plus jamais|ai arrete|avons arrete|arrete de|resilie|vendu|abandonne|plus de",
        r"ja nao|nao(?= (?:\w+ ){0,4}mais)|deixei|parei de|larguei|cancelei|nunca mais",
        r"non(?= (?:\w+ ){0,4}piu)|smesso|ho lasciato|disdetto|venduto|mai piu",
        r"niet meer|geen(?= (?:\w+ ){0,4}meer)|gestopt met|opgezegd|verkocht",
        r"больше не|уже не|бросил\w*|перестал\w*|отменил\w*|продал\w*|больше нет",
        r"khong(?= (?:\w+ ){0,5}nua)|khong con|chang con|da nghi|nghi (?:viec|hoc|lam|tap|choi)|da bo|bo hut|ngung",
        r"da ban|ban (?:xe|nha|roi)|thoi khong|huy",
    ),
    Cue.CHANGES: (
        r"moved|moves|moving|(?:re)?scheduled|shifted|postponed|pushed (?:back |out )?to|brought forward|switch(?:ed|es)",
        r"chang(?:ed|es)|replac(?:ed|es)|renamed|raised|raises|increased|lowered|reduced|cut (?:it )?to|bumped|upgraded",
        r"downgraded|migrated|converted|transferred|relocated|t(?:ook|akes) over|became|repainted|painted|dyed|went up",
        r"went down|dropped to|rose to|fell to|back (?:to|on|at|in|with)|again (?:since|from|as of)|started (?:my|a new|working|at)|new (?:job|flat|phone|car|number|address|name|email)|goes by|go by",
        r"wandert|verschoben|verschieb\w*|verleg\w*|umgezogen|zieh\w* um|gezogen|umgestiegen|gewechselt|wechsel\w*",
        r"geandert|andert|ersetz\w*|umbenannt|erhoht|gesenkt|angehoben|gestiegen|umgestellt|ausgetauscht|abgelost",
        r"wurde zu|zuruck (?:auf|zu|nach|bei)|wieder (?:auf|um|bei|in)|umlackiert|gestrichen|vorgezogen|neue[rsn]? (?:job|stelle|adresse|nummer|handy|wohnung|auto)",
        r"cambi(?:e|o|amos|aron|ado|an?)|me mude|nos mudamos|se mudo|pas(?:e|o|amos|aron) a|movi(?:o|mos|eron|do)",
        r"reemplaz\w*|sustitu\w*|renombr\w*|subi(?:o|eron|do)|aument\w*|baj(?:o|aron|ado)|pospuest\w*|aplaz\w*",
        r"traslad\w*|de vuelta a|vuelv\w* a|volvi\w* a|pinte|pinto|pintamos|adelant\w*",
        r"change|changees?|changes?|deplac\w*|reporte\w*|demenag\w*|remplac\w*|renomm\w*|augment\w*|baiss\w*|avance",
        r"passe(?:e|es|s)? (?:a|au|aux|de|sur)|repeint\w*|revien\w*|revenu\w*|de retour",
        r"mud(?:ei|ou|amos|aram)|troc(?:ei|ou|amos)|troquei|passou (?:a|para)|adi(?:ei|ou|ado|ada)|transferi\w*",
        r"volt(?:ei|ou)|de volta",
        r"cambiat\w*|spostat\w*|trasferit\w*|sostituit\w*|passat\w* a|rinominat\w*",
        r"verplaatst|verzet|verhuisd|gewijzigd|overgestapt|veranderd|vervangen|verhoogd|verlaagd",
        r"перен(?:ес|ос)\w*|переш(?:ел|ла|ли)|переехал\w*|сменил\w*|изменил\w*|заменил\w*|поднял\w*|повысил\w*|снизил\w*",
        r"doi (?:sang|thanh|lai|qua|gio|lich|ten|so|sim|xe|nha)|da doi|duoc doi|chuyen (?:sang|den|toi|ve|qua|nha|cho)",
        r"thay (?:bang|the|doi)|tang (?:len|thanh)|giam (?:xuong|con)|nang len|hoan|lui|quay lai|tro lai",
    ),
    Cue.STARTS: (
        r"from (?:next |this |the )?\w+ on(?:wards?)?|starting (?:today|tomorrow|from|next|on|in|this|" + _DAYS + ")",
        r"as of|effective|since (?:last|this|yesterday|today|spring|summer|autumn|winter|" + _DAYS + ")|going forward",
        r"from now on|from tomorrow|begin(?:s|ning) (?:next|on|in)",
        r"ab (?:sofort|heute|morgen|jetzt|nachste\w*|kommende\w*|dem|\d+|"
        + _DAYS
        + r")|von jetzt an|kunftig|ab \w+woche",
        r"seit (?:heute|gestern|letzte\w*|diese\w*|neuestem|kurzem|" + _DAYS + ")",
        r"a partir d[eou]|desde (?:hoy|ahora|ayer|manana|el|la|este|esta)|de ahora en adelante|en adelante",
        r"a partir d|des (?:lundi|mardi|demain|aujourd|maintenant|la semaine)|depuis (?:hier|lundi|peu|cette|ce)|desormais",
        r"dorenavant|da (?:oggi|domani|lunedi|adesso)|vanaf|с (?:понедельника|завтра|сегодня|этого|следующ\w+)",
        r"tu (?:tuan|thang|nam|mai|nay|hom nay|ngay|thu|bay gio|gio)",
    ),
    Cue.NOW: (
        r"now|nowadays|these days|currently|at the moment|by now|meanwhile|lately|today|already",
        r"jetzt|nun|inzwischen|mittlerweile|derzeit|aktuell|neuerdings|momentan",
        r"ahora|actualmente|hoy en dia|ultimamente|maintenant|actuellement|a present|agora|atualmente|adesso|attualmente",
        r"nu|tegenwoordig|inmiddels|сейчас|теперь|отныне|уже",
        r"bay gio|gio (?:khong|minh|toi|em|la|thi|o|dung)|hien (?:tai|gio|nay)|dao nay",
    ),
    Cue.CORRECTS: (
        r"correction|sorry(?=[,:;])|oops|i meant|actually|my mistake|typo|wrong|scratch that|was wrong|mistaken|misspoke|i misread",
        r"korrektur|korrigiere|nein|verzeihung|entschuldig\w*|falsch|ich meinte|gemeint|vertippt|tippfehler|irrtum",
        r"stimmt nicht|doch nicht|vertan|geirrt|richtig ist",
        r"correccion|perdon|me equivoque|quise decir|en realidad|rectifico|mejor dicho|queria decir|corrijo",
        r"pardon|rectificati\w*|je voulais dire|en fait|erreur|desole\w*|me suis trompe\w*|plutot|je corrige|excuse\w*",
        r"correcao|desculpa|na verdade|quis dizer|me enganei|correzione|scusa|in realta|volevo dire|sbagliat\w*",
        r"correctie|ik bedoelde|исправл\w*|ошиб\w*|точнее|извини\w*",
        r"dinh chinh|xin loi|nham|sua lai|that ra|chinh xac la|a khong|ghi sai|noi sai",
    ),
    Cue.REJECTS: (
        r"instead|rather than|do not use|don't use|stop (?:using|calling)|not (?:at|on|in) \w+|did not work|didn't work",
        r"(?:an)?statt|anstelle|nicht (?:am|um|im|in)|en vez de|en lugar de|no uses|no me llames|au lieu d\w*|pas (?:le|la|a)",
        r"em vez de|invece|in plaats van|вместо|thay vi|thay cho|dung (?:goi|dung)|khong phai",
    ),
    Cue.ADDS: (
        r"too|also|as well|another|additionally|besides|in addition|second|both|likewise",
        r"auch|ausserdem|zusatzlich|ebenfalls|noch ein\w*|weitere\w*|zudem",
        r"tambien|ademas|otr[oa]s?|aussi|egalement|en plus|de plus|tambem|alem|anche|inoltre|ook|тоже|также",
        r"cung|them|ngoai ra|nua",
    ),
    Cue.PAST: (
        r"used to|(?:years?|months?|long) ago|back then|in the past|formerly|previously|in those days|once (?:lived|used|had)",
        r"when i was (?:young|little|a|at|in|\d+)|as a (?:kid|child|student|teenager)|in my (?:youth|childhood|twenties)",
        r"fruher|damals|vor (?:\w+ )?(?:\w+ )?jahren|ehemals|einst|als (?:kind|student\w*)|seinerzeit|in meiner jugend",
        r"antes|hace (?:\w+ )?(?:anos|tiempo|meses)|solia|de (?:nino|nina|joven)|en el pasado|anteriormente",
        r"autrefois|jadis|il y a (?:\w+ )?(?:ans|longtemps|annees|mois)|dans le temps|auparavant|quand j'etais|avant",
        r"antigamente|ha (?:\w+ )?anos|costumava|una volta|anni fa|in passato|vroeger|jaren geleden|раньше|когда-то|лет назад",
        r"truoc (?:day|kia)|hoi (?:truoc|nho|xua)|ngay xua|nam truoc|tung",
    ),
    Cue.SUPPOSED: (
        r"if i (?:had|were|was|could|won|got|ever)|i wish|imagine|suppose|hypothetically|what if|if only|if we (?:had|were)",
        r"wenn ich (?:\w+ )*(?:hatte|ware|konnte|wurde)|hatte ich|ware ich|angenommen|ich wunschte",
        r"si (?:yo )?(?:tuviera|fuera|pudiera|tuviese|ganara|viviera)|ojala|si j'avais|si j'etais|si je (?:pouvais|gagnais)",
        r"se eu (?:tivesse|fosse|pudesse)|se (?:avessi|fossi|potessi)|als ik \w+ (?:had|was)|если бы",
        r"neu|gia (?:ma|nhu)|uoc gi",
    ),
    Cue.UNSURE: (
        r"maybe|perhaps|might|may|could|would|considering|thinking (?:of|about)|plan(?:ning)? to|some ?day|one day|want to",
        r"vielleicht|eventuell|uberlege\w*|eines tages|quizas?|tal vez|algun dia|peut-etre|un jour|talvez|forse",
        r"misschien|возможно|может|co le|co the|dang dinh|mot ngay nao do|wondering|discuss\w*|proposed|suggest\w*",
    ),
    Cue.ONLY: (
        r"(?:only|just) (?:for|when|on|in|at|with)|for \w+(?: \w+)? only|except|exception",
        r"nur (?:fur|bei|in|im|am|wenn|auf)|ausser|ausnahme|ausnahmsweise",
        r"solo (?:para|en|cuando|con)|solamente|unicamente|excepto|salvo|seulement|uniquement|sauf|apenas|soltanto",
        r"alleen|только|chi (?:cho|khi|voi|o|rieng|danh)|rieng|ngoai tru",
    ),
    Cue.ONCE: (
        r"this (?:week|month|time|once|" + _DAYS + r")|today|tonight|tomorrow|just once|for today|next time|yesterday",
        r"diese (?:woche|mal)|diese[nrs] (?:monat|mal|" + _DAYS + r")|heute|morgen|ausnahmsweise|gestern|einmalig",
        r"esta (?:semana|vez|noche)|este (?:mes|" + _DAYS + r")|hoy|manana|cette (?:semaine|fois)|ce (?:mois|soir)",
        r"aujourd'hui|demain|hier|ayer|esta semana|amanha|domani|oggi|сегодня|завтра|на этой неделе",
        r"tuan nay|hom nay|lan nay|ngay mai|hom qua",
    ),
}

# Of scripts without spaces, and of Korean, whose endings are joined to the word.
_UNSPACED: Final[dict[Cue, tuple[str, ...]]] = {
    Cue.ENDS: (
        "不再|再也不|再也没|[不没沒](?=.{1,6}了)|戒了|戒掉|戒烟|戒酒|禁煙|禁酒|停了|停止|取消|退掉|退了|退租|卖了|賣了|卖掉|賣掉|送给|送給|送人|送走|辞职|辭職|离职|離職"
        "|辞了|放弃|放棄|分手|离婚|離婚|去世|注销",
        "もう(?=.{0,15}(?:ない|ません|なく))|やめ(?:た|まし|て|る)|辞め|止め(?:た|まし)|なくな(?:った|りま)|手放し|売(?:った|りま)|解約|退会|退職"
        "|キャンセル|亡くな|別れ|卒業し",
        "더 ?이상|이제(?=.{0,15}(?:않|안 |못))|그만|끊었|끊음|관뒀|팔았|해지|취소|없어졌|헤어졌|접었",
    ),
    Cue.CHANGES: (
        "改到|改成|改为|改為|改在|改用|改了|改期|换|換|搬到|搬去|搬家|搬来|移到|挪到|调到|調到|调整|調整|推迟|推遲|提前|延期|延后|延後|升到|升级|涨到"
        "|漲到|提高到|降到|变成|變成|变了|变更|變更|变为|转到|轉到|转为|转成|恢复|回到|又回|替换|跳槽|转行|染成|漆成",
        "変え|変わ|替え|変更|移り|移し|移動|移転|引っ越|引越|乗り換え|切り替え|切替|延期|繰り上げ|ずら|値上げ|値下げ|上が[りっ]|下が[りっ]|になりました"
        "|になった|に戻|転職|買い替え|買い換え|塗り|染め",
        "바꿨|바꾸|바꾼|바뀌|바뀐|바뀜|변경|옮겼|옮기|옮김|이동|이사|갈아탔|교체|미뤄|미뤘|미룸|연기|당겨|당겼|올랐|올렸|올라|내렸|인상|인하|전환"
        "|되돌|다시 .{1,8}로|돌아|이직|칠했",
    ),
    Cue.STARTS: (
        "[从從].{1,8}(?:起|开始|開始)|起改|今后|今後|以后都|(?:今日|明日|来週|来月|今週|今月|今年|来年|曜日?|[0-9]日|[0-9]月|時)から|以降|부터|앞으로",
    ),
    Cue.NOW: ("现在|現在|如今|目前|最近|已经|已經|今は|今では|いまは|今の|이제|지금|요즘|현재",),
    Cue.CORRECTS: (
        "更正|纠正|糾正|[说說写寫打记記搞看][错錯]|抱歉|不好意思|应该是|應該是|其实|其實|不对|不對|对不起",
        "訂正|間違[えい]|失礼|すみません|ごめん|正しくは|実は|誤り",
        "정정|미안|죄송|아니[,야 ]|잘못|사실은|실수|틀렸",
    ),
    Cue.REJECTS: ("而不是|不要用|别用|別用|不要叫|别叫|代替|ではなく|じゃなく|の代わり|대신|말고|아니라|부르지 마",),
    Cue.ADDS: (
        "也|还[有会會喜爱愛用养]|還[有會喜愛用養]|另外|此外|又[养買买有]|(?<=[一-龯ァ-ヶa-z])も(?![うのしっらとち])|さらに|加えて|ほかに|他に|また、",
        "(?<![정온속제지강])도(?= |$|,)|또한|추가로|게다가|또 ",
    ),
    Cue.PAST: (
        "以前|从前|從前|曾经|曾經|年前|小时候|小時候|过去|過去|当年|當年|昔|かつて|子供の頃|学生時代|当時|若い頃|前は|예전|옛날|과거|년 전|어렸을|한때|전에는",
    ),
    Cue.SUPPOSED: (
        "要是|如果|假如|假设|假設|若是|もし|たら.{0,20}(?:のに|たい|だろう)|なら.{0,20}のに|仮に|만약|만일|라면|다면|었으면|았으면|있으면",
    ),
    Cue.UNSURE: (
        "也许|也許|可能|说不定|說不定|打算|考虑|考慮|有一天|かもしれ|いつか|だろう|つもり|検討|아마|혹시|언젠가|생각 중|할까|싶",
    ),
    Cue.ONLY: (
        "只[对對在给給有用限]|仅|僅|除了|例外|专门|單獨|单独|だけ|のみ|限り|以外|に限|(?<=[가-힣])만(?= |$|은)|제외|빼고|한해",
    ),
    Cue.ONCE: (
        "今天|明天|昨天|这周|這週|这次|這次|本周|今晚|今日(?!から)|明日(?!から)|今週(?!から)|今回|昨日|이번|오늘(?!부터)|내일(?!부터)|어제",
    ),
}


_LEXICON: Final = Lexicon((cue, "|".join(_SPACED.get(cue, ())), "|".join(_UNSPACED.get(cue, ()))) for cue in Cue)
_ANNOUNCEMENTS: Final = Lexicon(
    (cue, "|".join(_SPACED.get(cue, ())), "|".join(_UNSPACED.get(cue, ()))) for cue in sorted(ANNOUNCING)
)
_RESERVES: Final = Lexicon(
    (cue, "|".join(_SPACED.get(cue, ())), "|".join(_UNSPACED.get(cue, ())))
    for cue in (Cue.PAST, Cue.SUPPOSED, Cue.ONLY)
)
_ASKS: Final = re.compile(r"[?？؟]\s*$|[吗嗎]\s*$|ですか。?\s*$|ますか。?\s*$|까\?*\s*$")


def cues_in(folded: str) -> dict[Cue, tuple[tuple[int, int], ...]]:
    """Return the cues of a folded text, each with the places (start, end) where it stands."""
    places: dict[Cue, list[tuple[int, int]]] = {}
    for found in _LEXICON.find(folded):
        places.setdefault(found.label, []).append((found.start, found.end))
    return {cue: tuple(spans) for cue, spans in places.items()}


@lru_cache(maxsize=4096)
def announces_change(text: str) -> bool:
    """Whether a text has any word by which people say that something changed."""
    return next(_ANNOUNCEMENTS.find(fold(text).replace("’", "'")), None) is not None


@lru_cache(maxsize=4096)
def has_reserve(text: str) -> bool:
    """Whether a text has any word by which people say that something was, might be, or is so in one case only."""
    return next(_RESERVES.find(fold(text).replace("’", "'")), None) is not None


def asks(folded: str) -> bool:
    """Whether a text is a question."""
    return _ASKS.search(folded) is not None
