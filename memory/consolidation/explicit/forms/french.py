"""French forms."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

from typing import Final

from memory.consolidation.explicit.forms import professions
from memory.consolidation.explicit.forms.base import Language

_VERBS: Final = (
    r"(?:utilise[zr]?|répond(?:s|ez|re)|écri(?:s|vez|re)|demande[zr]?(?:-moi)?|ajoute[zr]?|met(?:s|tez|tre)|teste[zr]?|vérifie[zr]?|parle[zr]?(?:-moi)?|donne[zr]?(?:-moi)?|montre[zr]?(?:-moi)?|explique[zr]?(?:-moi)?|traduis|traduisez|traduire"
    r"|supprime[zr]?|modifie[zr]?|committe[zr]?|pousse[zr]?|formate[zr]?|arrondi(?:s|ssez|r)|tutoie-moi|tutoyez-moi|vouvoie-moi|commence[zr]?|termine[zr]?|cite[zr]?|indique[zr]?|lance[zr]?|garde[zr]?|envoie|envoyer|envoyez|confirme[zr]?|évite[zr]?|touche[zr]?|installe[zr]?|appelle-moi|fusionne[zr]?|range[zr]?)(?!\w)"
)
_FROM: Final = r"(?:à partir de maintenant|à partir d'aujourd'hui|désormais|dorénavant|à l'avenir|dès maintenant)"
_DEADLINE: Final = r"(?:la |notre |ma |l'|le |mon )(?:nouvelle |nouveau )?(?:date limite|échéance|deadline|date butoir|date de remise|date de rendu|délai)(?: (?:de |du |pour |d')<thing>)?"
_TOLD: Final = r"(?:retiens|retenez|souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|notez bien|note bien|n'oublie pas|n'oubliez pas|garde en tête|gardez en tête)(?: bien)?"
_ASK: Final = r"(?:s'il te plaît |s'il vous plaît |merci de )?"

FRENCH: Final = Language(
    name="french",
    leads=r"bonjour|salut|bonsoir|coucou|merci|oui|ok|d'accord|au fait|pour info|pour rappel|d'ailleurs|alors|et|correction|rappel|mise à jour|s'il te plaît|s'il vous plaît|merci beaucoup|bien sûr|en plus|personnellement|ah|oh|enchantée?|super|parfait",
    tails=r"s'il te plaît|s'il vous plaît|merci|maintenant|aussi|au fait|enchantée?|actuellement",
    stands_before=r"je (?!crois|pense|dirais)|j'|mon |ma |mes |nous |enchantée?|ravie? de|on ",
    verbs=_VERBS,
    instead=r",? (?:et )?(?:pas|non) |,? jamais | au lieu d(?:e |')| plutôt que ",
    forms={
        "name": (
            r"je m'appelle <name>",
            r"mon (?:pré)?nom est <name>",
            r"(?:bonjour|salut|bonsoir|coucou)[,!]? (?:je suis|moi,? c'est) (?!(?:\w+(?:ais|aise|ien|ienne|ain|aine)|Claude|Kiro)\b)<name>",
            r"mon (?:pré)?nom,? c'est <name>",
            r"moi,? c'est <name>",
        ),
        "called": (r"(?:tu peux|vous pouvez) m'appeler <name>", r"appelle[zr]?-moi (?:simplement |juste )?<name>"),
        "lives": (
            r"(?:j'habite|je vis|je réside) (?:maintenant |désormais |actuellement )?(?:à|en|au|aux) <place>(?: depuis <thing>)?",
            r"(?:j'ai|je viens de|je suis) (?:déménagé|déménager|emménagé|emménager)(?: récemment)? (?:à|en|au|aux) <place>",
        ),
        "own": (
            r"(?:mon|ma) (?:nouvel |nouveau |nouvelle )?<noun>(?: préférée?)? est (?:maintenant |désormais )?(?:le )?<value>",
            r"(?:mon|ma) <noun>,? c'est (?:le )?<value>",
            r"j'utilise <value> comme <noun>",
        ),
        "favourite": (
            r"(?:mon|ma|mes) (?:[\w'-]+ ){1,4}(?:préférée?s?|favorite?s?) (?:est|sont|c'est) <things>",
            r"(?:mon|mes) (?:loisirs?|passe-temps|hobbies) (?:est|sont) <things>",
        ),
        "prefers": (r"je préfère (?:vraiment |nettement |largement )?<things>", r"j'aime mieux <things>"),
        "likes": (
            r"(?:j'aime|j'adore)(?: beaucoup| bien| vraiment| aussi)* <things>",
            r"je m'intéresse (?:beaucoup |aussi )*(?P<value>(?:à|aux?) (?!ce|ça|toi)[^,;:\n]{2,60}?)",
        ),
        "dislikes": (r"je déteste <things>", r"je n'aime pas(?: du tout| trop)? <things>"),
        "works": (
            r"je travaille (?:actuellement |maintenant )?comme <things>",
            r"je travaille (?:actuellement |maintenant )?(?:chez|pour) <product>",
            rf"je suis (?:aussi |actuellement )?(?P<value>{professions.FRENCH})",
            r"mon (?:métier|travail) est <things>",
        ),
        "learns": (
            r"j'apprends (?:actuellement |en ce moment |à )*(?!beaucoup|que|tout|de |cela|ça)<things>",
            r"j'étudie (?:actuellement )?<things>",
            r"je suis en train d'apprendre (?:à )?<things>",
        ),
        "health": (
            r"je suis (?:aussi )?(?P<value>allergique (?:à|aux?) [^,;:\n]{1,60}?)",
            r"je suis (?P<value>(?:végane?|végétarien(?:ne)?|diabétique|intolérante? au (?:lactose|gluten)|daltonien(?:ne)?|gauch(?:er|ère)))",
            r"je ne (?P<value>(?:mange|bois) (?:pas|plus|jamais) (?:de |d')[^,;:\n]{1,40}?)",
        ),
        "comes_from": (
            r"je suis née? (?:à|en|au|aux) <product>",
            r"j'ai grandi (?:à|en|au|aux) <product>",
            r"je viens (?:de |d'|du |des )<product>",
            r"je suis originaire (?:de |d'|du )<product>",
        ),
        "has": (
            r"j'ai (?P<value>(?:une?|deux|trois|quatre) (?:[\w-]+ ){0,2}?(?:chiens?|chats?|lapins?|chevaux|cheval|fils|filles?|enfants?|frères?|sœurs?)(?: (?:nommée?s?|appelée?s?) [^,;:\n]{1,30}?)?)",
            r"(?:mon|ma) (?:chien|chat|fils|fille|femme|mari|frère|sœur|lapin|cheval) s'appelle <name>",
        ),
        "plans": (
            r"je travaille (?:actuellement |en ce moment )?(?P<value>sur (?:mon|ma|mes|une?) [^,;:\n]{3,60}?)",
            r"je prévois (?P<value>(?:de |d'|un voyage)[^,;:\n]{3,80}?)",
            r"j'ai (?:prévu|l'intention) (?P<value>(?:de |d')[^,;:\n]{3,80}?)",
            r"mon (?:objectif|but|rêve) est (?P<value>(?:de |d')[^,;:\n]{3,80}?)",
            r"je (?:veux|voudrais|souhaite) (?P<value>(?:apprendre|devenir|visiter|étudier) (?!ça|cela|plus|que)[^,;:\n]{2,60}?)",
        ),
        "habit": (
            r"je (?P<value>joue (?:aussi )?(?:du|de la|de l'|au|aux) ?(?:piano|guitare|basse|batterie|violon|violoncelle|flûte|clarinette|saxophone|trompette|accordéon|foot(?:ball)?|basket|tennis|échecs|badminton|volley|rugby|golf))",
            r"je (?P<value>(?:vais|fais|mange|bois|cours|lis|joue|cuisine|nage|médite|me lève|travaille|regarde) (?:[^,;:\n]{0,50}? )?(?:tous les (?:jours|matins|soirs|lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches|week-ends)|chaque (?:jour|matin|soir|semaine|week-end|mois)|(?:une|deux|trois) fois par (?:jour|semaine|mois))(?: [^,;:\n]{2,40}?)?)",
        ),
        "uses": (
            r"(?:on utilise|nous utilisons|j'utilise) <thing>,? (?:et )?(?:pas|non|plutôt que|au lieu de|à la place de) <things>",
            r"(?:on utilise|nous utilisons) <thing> (?:pour|comme) <things>",
        ),
        "switched": (
            r"(?:nous sommes|on est|je suis) (?:récemment )?passée?s? d(?:e |')<thing> à <product>",
            r"(?:nous avons|on a|j'ai) remplacé <thing> par <product>",
            r"(?:nous avons|on a|j'ai) migré d(?:e |')<thing> (?:vers|à) <product>",
        ),
        "wants": (r"je préfère (?P<rule>(?:que tu|que vous|qu'on) <rest>)<not>",),
        "always": (
            r"(?P<rule><verb> toujours <rest>)<not>",
            r"(?P<rule>toujours (?:utiliser|répondre|écrire|demander|ajouter|vérifier|tester|formater|commencer|indiquer) <rest>)<not>",
        ),
        "never": (
            r"(?P<rule>(?:ne |n')<verb> (?:plus )?jamais <rest>)",
            r"(?P<rule>ne (?:plus )?jamais <verb> <rest>)",
        ),
        "from_now_on": (
            rf"{_FROM},? {_ASK}(?P<rule>(?:ne |n')?<verb> <rest>)<not>",
            rf"(?P<rule><verb> <rest>)<not>,? {_FROM}",
            rf"(?P<rule><verb> {_FROM} <rest>)<not>",
        ),
        "holds_from_now_on": (
            rf"{_FROM},? (?:la|le|notre|nos|les) <thing> (?:est|a lieu|commence|sont) (?:à|le|en|tous) <rest>",
        ),
        "deadline": (
            rf"{_DEADLINE},? (?:est|tombe|c'est|expire|sera)(?: maintenant| désormais)?(?: fixée?)?(?: le| au| à| pour le)? <day>",
        ),
        "deadline_moved": (
            rf"{_DEADLINE} (?:est|a été|vient d'être|passe)(?: maintenant| désormais)?(?: repoussée?| reportée?| avancée?| décalée?| déplacée?| prolongée?)?(?: du <thing>)? (?:au|à|jusqu'au) <day>",
            rf"(?:on a|nous avons|ils ont) (?:repoussé|reporté|avancé|décalé|déplacé|prolongé) {_DEADLINE} (?:au|à|jusqu'au) <day>",
        ),
        "remember": (rf"{_TOLD}(?: que | qu'| : |: |, |:)<text>",),
    },
)
