"""Spanish forms."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

from typing import Final

from memory.consolidation.explicit.forms import professions
from memory.consolidation.explicit.forms.base import Language

_VERBS: Final = (
    r"(?:usar?|use|utilizar?|utilice|respond(?:e|a|er|eme)|respóndeme|contest(?:a|e|ar)|contéstame|escrib(?:e|a|ir)|escríbeme|pregunt(?:a|e|ar)|pregúntame|añad(?:e|a|ir)|agreg(?:a|ue|ar)|pon|ponga|haz|haga|prueba|pruebe|verific(?:a|ar)|verifique|comprueb[ae]"
    r"|habl(?:a|e|ar)|háblame|muestr[ae]|muéstrame|explic(?:a|ar)|explícame|traduce|formate[ae]|cit(?:a|e)|confirm(?:a|e|ar)|empiez[ae]|termin[ae]|guard(?:a|e|ar)|env[íi](?:a|e|ame)|redondea|tutéame|trátame|llámame|ejecut(?:a|e|ar)|evit(?:a|e|ar)|incluy[ea]|incluir|revis(?:a|e|ar))(?!\w)"
)
_FORMAL: Final = (
    r"(?:use|utilice|responda|conteste|escriba|pregunte|añada|agregue|ponga|haga|pruebe|verifique|compruebe|hable|muestre|explique|traduzca|formatee|cite|confirme"
    r"|respóndeme|contéstame|escríbeme|pregúntame|háblame|muéstrame|explícame|llámame|trátame|tutéame|avísame)(?!\w)"
)
"""Forms that nobody else's habit has: "siempre usa" may be said of a brother."""
_NEGATED: Final = r"(?:uses?|utilices?|respondas?|contestes?|escribas?|borres?|elimines?|modifiques?|cambies?|subas?|hagas?|toques?|hables?|añadas?|agregues?|pongas?|envíes?|ejecutes?|instales?|me llames|me hables|me respondas|me trates|menciones?|inventes?|des)(?!\w)"
_FROM: Final = (
    r"(?:a partir de ahora|a partir de hoy|de ahora en adelante|desde ahora|desde hoy|en adelante|de aquí en adelante)"
)
_DEADLINE: Final = r"(?:la|nuestra|el|nuestro|mi) (?:nueva |nuevo )?(?:fecha límite|fecha de entrega|plazo|plazo de entrega|entrega|deadline)(?: (?:de|del|para) <thing>)?"
_TOLD: Final = r"(?:recuerda|recuerde|acuérdate de|ten en cuenta|tenga en cuenta|ten presente|no olvides|no te olvides de|no olvide|apunta|anota)"
_ASK: Final = r"(?:por favor,? )?"

SPANISH: Final = Language(
    name="spanish",
    leads=r"hola|buenas|buenos días|buenas tardes|buenas noches|gracias|sí|ok|vale|por cierto|para que lo sepas|además|pues|bueno|y|corrección|recordatorio|aviso|actualización|por favor|claro|perfecto|genial|oye|muchas gracias|encantad[oa]|personalmente|la verdad|yo|de acuerdo",
    tails=r"por favor|gracias|ahora|también|mucho gusto|encantad[oa]|actualmente|por cierto",
    stands_before=r"(?:yo )?(?:soy|estoy|tengo|vivo|trabajo|prefiero|uso|me) ?|mi |mis |nosotros |mucho gusto|encantad[oa]|es un placer",
    verbs=_VERBS,
    instead=r",? (?:y )?no |,? nunca | en vez de | en lugar de ",
    forms={
        "name": (
            r"(?:hola|buenas|buenos días|buenas tardes|buenas noches)[,!]? (?:yo )?soy (?!(?:\w+(?:ano|ana|eño|eña|és|esa|ense)|Claude|Kiro)\b)<name>",
            r"me llamo <name>",
            r"mi nombre es <name>",
        ),
        "called": (
            r"(?:puedes|podés|puede|pueden) llamarme <name>",
            r"(?:llámame|llámeme|llamame|dime|decime) (?:simplemente |solo )?<name>",
        ),
        "lives": (
            r"(?:ahora |actualmente )?(?:vivo|resido) (?:ahora |actualmente )?en <place>(?: desde <thing>)?",
            r"me (?:he mudado|mudé|acabo de mudar)(?: hace poco)? a <place>",
            r"me he trasladado a <place>",
        ),
        "own": (
            r"mi (?:nuevo |nueva )?<noun>(?: favorit[oa]| preferid[oa])? es (?:ahora )?(?:el )?<value>",
            r"(?:uso|utilizo) <value> como <noun>",
        ),
        "favourite": (
            r"mis? (?:[\w-]+ ){1,4}(?:favorit[oa]s?|preferid[oa]s?) (?:es|son) <things>",
            r"mis? (?:hobbies|hobby|aficiones|pasatiempos?)(?: favoritos?)? (?:es|son) <things>",
        ),
        "prefers": (r"prefiero (?:mucho |claramente )?<things>",),
        "likes": (
            r"(?:a mí )?me (?:gustan?|encantan?|fascinan?)(?: mucho| muchísimo| también| bastante)* <things>",
            r"me interesa (?:mucho |también )*(?P<value>(?:el|la|los|las) [^,;:\n]{2,60}?)",
        ),
        "dislikes": (r"(?:a mí )?no me gustan? (?:nada |mucho )?<things>", r"(?:odio|detesto) <things>"),
        "works": (
            r"(?:yo )?trabajo (?:actualmente |ahora )?(?:como|de) (?!lunes|noche|día|tarde|forma|manera)<things>",
            r"(?:yo )?trabajo (?:actualmente |ahora )?(?:en|para) <product>",
            rf"(?:yo )?soy (?P<value>{professions.SPANISH})",
            r"mi (?:trabajo|profesión) es <things>",
        ),
        "learns": (
            r"(?:yo )?estoy (?:aprendiendo|estudiando) (?:a )?(?!mucho|que|de |todo)<things>",
            r"(?:yo )?estudio <things>",
        ),
        "health": (
            r"(?:yo )?soy (?:también )?(?P<value>alérgic[oa] (?:al?|a la|a los|a las) [^,;:\n]{1,60}?)",
            r"(?:yo )?soy (?P<value>(?:vegan[oa]|vegetarian[oa]|diabétic[oa]|celíac[oa]|intolerante a la lactosa|daltónic[oa]|zurd[oa]))",
            r"(?:yo )?no (?:como|bebo) (?P<value>(?!mucho|bien|nada|tanto|eso|así)[^,;:\n]{1,40}?)",
        ),
        "comes_from": (
            r"(?:yo )?(?:nací|crecí|me crié) en <product>",
            r"(?:yo )?(?:soy|vengo) (?:originalmente )?de (?:la |el )?<product>",
        ),
        "has": (
            r"(?:yo )?tengo (?P<value>(?:una?|dos|tres|cuatro) (?:perr[oa]s?|gat[oa]s?|conejos?|caballos?|hij[oa]s?|herman[oa]s?)(?: (?:llamad[oa]|que se llama) [^,;:\n]{1,30}?)?)",
            r"mi (?:perr[oa]|gat[oa]|hij[oa]|mujer|esposa|marido|esposo|herman[oa]|caballo|conejo) se llama <name>",
        ),
        "plans": (
            r"(?:yo )?estoy trabajando (?:ahora )?(?P<value>en (?:mi|mis|una?) [^,;:\n]{3,60}?)",
            r"(?:yo )?(?:planeo|tengo pensado) (?P<value>[^,;:\n]{3,80}?)",
            r"mi (?:objetivo|meta|sueño) es (?P<value>[^,;:\n]{3,80}?)",
            r"(?:yo )?quiero (?P<value>(?:aprender|ser|visitar|estudiar|hacerme) (?!más|eso|esto|que|feliz|como)[^,;:\n]{2,60}?)",
        ),
        "habit": (
            r"(?:yo )?(?:también )?(?P<value>(?:toco (?:el |la )?(?:guitarra|piano|batería|violín|violonchelo|flauta|clarinete|saxofón|trompeta|bajo|acordeón|ukelele)|juego (?:al |a la )(?:fútbol|baloncesto|tenis|ajedrez|bádminton|voleibol|golf|pádel)))",
            r"(?:yo )?(?P<value>(?:voy|hago|como|bebo|corro|leo|juego|cocino|nado|medito|me levanto|trabajo|veo|entreno|salgo) (?:[^,;:\n]{0,50}? )?(?:tod[oa]s l[oa]s (?:días|mañanas|tardes|noches|semanas|lunes|martes|miércoles|jueves|viernes|sábados|domingos)|cada (?:día|mañana|noche|semana|mes)|(?:una|dos|tres) (?:vez|veces) (?:al|por|a la) (?:día|semana|mes))(?: [^,;:\n]{2,40}?)?)",
            r"(?:yo )?suelo (?P<value>[^,;:\n]{3,60}?)",
        ),
        "uses": (
            r"(?:usamos|utilizamos|uso|utilizo) (?:ahora )?<thing>,? (?:y )?(?:no|en vez de|en lugar de) <things>",
            r"(?:usamos|utilizamos) <thing> (?:para|como) <things>",
        ),
        "switched": (
            r"(?:pasamos|cambiamos|migramos|hemos pasado|hemos cambiado|hemos migrado|nos pasamos|me pasé|me cambié|he cambiado|he pasado|cambié|pasé) de <thing> a <product>",
            r"(?:reemplazamos|sustituimos|hemos reemplazado|hemos sustituido) <thing> (?:por|con) <product>",
        ),
        "wants": (rf"prefiero (?P<rule>que (?:siempre |nunca |no )?(?:me )?{_NEGATED}(?: <rest>)?)<not>",),
        "always": (
            rf"(?P<rule>siempre {_FORMAL} <rest>)<not>",
            r"por favor,? (?P<rule>siempre <verb> <rest>)<not>",
            r"(?P<rule><verb> siempre <rest>)<not>",
        ),
        "never": (
            rf"(?P<rule>nunca {_NEGATED} <rest>)",
            rf"(?P<rule>no {_NEGATED} nunca(?: más)? <rest>)",
        ),
        "from_now_on": (
            rf"{_FROM},? {_ASK}(?P<rule>(?:siempre |solo |sólo )?<verb> <rest>)<not>",
            rf"{_FROM},? {_ASK}(?P<rule>(?:no|nunca) {_NEGATED} <rest>)",
            rf"(?P<rule>(?:siempre )?<verb> <rest>)<not>,? {_FROM}",
        ),
        "holds_from_now_on": (
            rf"{_FROM},? (?:la|el|nuestra|nuestro|las|los) <thing> (?:es|será|son|empieza|comienza) (?:a|el|en|los|cada) <rest>",
        ),
        "deadline": (rf"{_DEADLINE} (?:es|vence|termina|acaba|será|cierra)(?: ahora)?(?: el| hasta el| en| a)? <day>",),
        "deadline_moved": (
            rf"{_DEADLINE} (?:ahora )?(?:se (?:ha )?(?:movió|movido|aplazó|aplazado|pospuso|pospuesto|adelantó|adelantado|cambió|cambiado|retrasó|retrasado|pasó|pasado|amplió|ampliado|extendió|extendido)|(?:ha sido|fue) (?:aplazad[oa]|pospuest[oa]|adelantad[oa]|movid[oa]|ampliad[oa]|cambiad[oa]))(?: del <thing>)? (?:al|para el|a|hasta el) <day>",
            rf"(?:hemos|han) (?:movido|aplazado|pospuesto|adelantado|cambiado|ampliado) {_DEADLINE} (?:al|para el|a|hasta el) <day>",
        ),
        "remember": (rf"{_TOLD}(?: que |: |, |:)<text>",),
    },
)
