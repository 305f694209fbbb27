"""Words that say too little to search by. Words that turn a statement round, as not and never, stay out."""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH: Final = _words("""
    a about above after again all am an and any are as at be because been before being below between both
    but by can could did do does doing done down during each few for from further had has have having he
    her here hers herself him himself his how i if in into is it its itself just let me more most my
    myself of off on once or other our ours ourselves out over own please same shall she should so some
    such than that the their theirs them themselves then there these they this those through to too under
    until up upon us very was we were what when where which while who whom whose why will with would you
    your yours yourself yourselves
    """)

STOP_WORDS: Final = ENGLISH

BY_LANGUAGE: Final[dict[str, frozenset[str]]] = {
    "german": _words("""
        aber als also am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den
        denn der des dich die dies diese dieser dieses dir doch du ein eine einem einen einer eines er es
        euch euer für hab habe haben hat hatte hier ich ihm ihn ihr ihre im in ins ist ja jetzt kann
        können man mein meine meinem meinen mich mir mit nach noch nun ob oder sehr sein seine sich sie
        sind so soll sollen über um und uns unser vom von vor war waren warum was weil welche welcher
        welches wenn wer werden wie wir wird wo wurde wurden würde zu zum zur
        """),
    "french": _words("""
        à ai as au aux avec avez avons c ce ces cet cette comment comme d dans de des du elle elles en es
        est et eu il ils j je l la le les leur leurs lui m ma mais me mes mon n nos notre nous on ont ou
        où par pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa se ses son sont sur t
        ta te tes toi ton tu un une vos votre vous y été être était
        """),
    "spanish": _words("""
        a al como con cual cuál cuando cuándo de del desde donde dónde el él ella ellas ellos en entre
        era es esa ese eso esta está están este esto fue ha han hasta hay la las le les lo los me mi mis
        muy nos nuestra nuestro o para pero por porque que qué quien quién se ser si sobre son soy su sus
        te tiene tu tus un una unas uno unos y ya yo
        """),
    "portuguese": _words("""
        a à ao aos as às até com como da das de dela dele do dos e é ela ele eles em entre era essa esse
        esta está este eu foi há isso isto já lhe mas me meu minha na nas nos no o onde os ou para pela
        pelo por porque qual quando que quem se ser seu sua são também te tem tu um uma umas uns você
        vocês
        """)
    - {"no"},
    "italian": _words("""
        a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle dello di
        dove e è ed era gli ha hai hanno ho i il in io la le lei li lo loro lui ma mi mia mio ne nel
        nella noi o per perché più qual quale quando quello questa questo se sei si sia sono su sua sul
        sulla suo ti tra tu tuo un una uno vi voi
        """),
    "dutch": _words("""
        aan als bij dan dat de deze die dit door een en er haar had heb heeft hem het hij hoe hun ik in
        is ja je jij jouw kan maar me met mij mijn naar nu of om onder ons onze ook op over te toen tot u
        uit uw van veel voor waar waarom wanneer was wat we wel werd wie wij wordt ze zich zij zijn zo
        zou
        """),
    "swedish": _words("""
        alla att av blev bli blir de dem den denna deras dess det detta dig din ditt du där då efter ej
        eller en er ett från för ha hade han har hon honom hur här i in inom jag kan man med mellan men
        mig min mitt mot mycket ni nu när någon något och om oss på sig sin sitt ska som så till under
        upp ut vad var varför vem vi vid vilken vår än är över
        """)
    - {"ej"},
    "turkish": _words("""
        acaba ama bana ben beni benim bir biri biz bizim bu bunu çok çünkü da daha de değil diye en gibi
        hem için ile ise ki kim mı mi mu mü nasıl ne neden nerede o olan olarak onu onun sana sen senin
        siz şey şu ve veya ya
        """)
    - {"değil"},
    "vietnamese": _words("""
        ai anh bạn bị bởi các cái cho chúng có của cùng để đã đang đâu đây đến đó gì hay hoặc khi là làm
        lại lên mà một nào này nên nếu như những ở ra rất rồi sao sẽ tại theo thì tôi trên trong từ và
        vào vì với
        """),
}
"""Stop words of languages in Latin script, as written in lower case; `language_of` counts them, too."""

OTHER_SCRIPTS: Final = _words(
    # Russian and Ukrainian.
    """
    а без бы был была были было быть в вам вас весь во вот все вы где да для до его ее её если есть ещё
    еще же за и из или им их к как какая какие какой когда которая которые который кто ли мне мной мои
    мой моя мы на над нас наш него неё но ну о об от они он она оно по под при с свой себя со так также
    там тебе тебя то того тоже только том ты у уже чего чем что чтобы чья эта эти это этот я й та це що
    як
    """
    # Greek, Arabic, Hebrew, Hindi.
    + """
    αι αν από για δε εγω είναι ένα ένας η θα κα και με μου να ο οι που πως σε στα στη στην στο στον τα τη
    την της τι το τον του των ως في من على إلى عن هذا هذه ذلك التي الذي ما هل كان كانت أن إن و أو هو هي
    أنا את של על אל זה זו הוא היא אני אתה מה מי עם גם או כי אם का की के को में से है हैं और यह वह था थी
    थे मैं मेरा मेरी मेरे क्या पर
    """
    # Chinese, as bigrams.
    + """
    什么 甚麼 什麼 么时 麼時 时候 時候 怎么 怎麼 么样 麼樣 为什 為什 我们 我們 你们 你們 他们 他們 我的
    你的 他的 她的 它的 这个 這個 那个 那個 哪个 哪個 哪里 哪裡 这些 那些 是什 是谁 是誰 的是 一个 一個
    一下 可以 请问 請問
    """
    # Japanese, as bigrams.
    + """
    です ます でし まし した して てい いる いま する ある から まで こと もの これ それ あれ ここ そこ
    とは には では との ので のは のが のを です すか ますか たい つい いて なに なん どこ いつ だれ さん
    """
    # Korean, as bigrams.
    + """
    니다 합니 습니 입니 니까 습까 하는 하고 해서 했다 한다 에서 으로 에게 까지 부터 그리 리고 이것 그것
    저것 무엇 언제 어디 누구 어떤 있는 있다 세요 하세 해요 어요 나요 인가 가요
    """
)
"""Stop words of other scripts; one list serves, since a word tells its script."""


ASKED_WITH: Final = "?"
"""Stands for a word that a question asks with, in scripts without spaces; no word is written so."""

ENGLISH_TOO: Final = _words("""
    ad ai all also always anh are as av bana ben bin biz c ci com come comment con d dan den die dies dir
    door dos era est eu han has hat hay hem hoe io j kan khi kim l la m man me med men met mi mia min mon
    mot mu n never no not nu nun of op os oss over pa par per pour qual s sa sen si sig sin son t te theo
    till to ton tot tu un under van var vi vid war was we
    """)
"""Words of other languages that an English text may hold as well: words, names, short forms."""

ANY_LANGUAGE: Final = ENGLISH | OTHER_SCRIPTS | (frozenset().union(*BY_LANGUAGE.values()) - ENGLISH_TOO)
"""Stop words whatever the language."""


def stop_words_for(language: str) -> frozenset[str]:
    """Return the stop words to drop from a query in `language`, "" when unknown; in lower case as written."""
    return _COMBINED.get(language, _COMBINED[""])


_ALWAYS: Final = ENGLISH | OTHER_SCRIPTS | {ASKED_WITH}
_COMBINED: Final = {"": _ALWAYS} | {language: _ALWAYS | words for language, words in BY_LANGUAGE.items()}
