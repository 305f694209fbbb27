"""Portuguese forms."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

from typing import Final

from memory.consolidation.explicit.forms import professions
from memory.consolidation.explicit.forms.base import Language

_VERBS: Final = (
    r"(?:us[ea]r?|utiliz[ea]r?|respond[aei]r?|responda-me|escrev[aei]r?|pergunt[ea]r?|pergunte-me|adicion[ea]r?|coloqu?[ea]r?|ponha|test[ea]r?|verifi(?:que|ca|car)|fal[ea]r?|mostr[ea]r?|expli(?:que|ca|car)|traduza|traduz|format[ea]r?"
    r"|confirm[ea]r?|comece|comec[ea]r?|termin[ea]r?|cit[ea]r?|salv[ea]r?|envi[ea]r?|mand[ea]r?|exclu(?:a|ir)|apagu?[ea]r?|alter[ea]r?|mud[ea]r?|faça|faz|fazer|sub[ai]|mex[ae]r?|instal[ea]r?|execut[ea]r?|evit[ea]r?|inclu[ai]r?|cham[ea](?:-me)?|me chame|me cham[ea]|me respond[ae]|me pergunt[ea]|me trate|tro(?:que|ca)|toqu?[ea]|revis[ea]r?|arredond[ea]r?|mencion[ea]r?)(?!\w)"
)
_ASKING: Final = (
    r"(?:use|utilize|responda|escreva|pergunte|adicione|coloque|ponha|teste|verifique|fale|mostre|explique|traduza|formate|confirme|comece|termine|cite|salve|envie|mande|exclua|apague|altere|mude|faça"
    r"|suba|mexa|instale|execute|evite|inclua|troque|toque|revise|arredonde|mencione|me chame|me responda|me pergunte|me trate)(?!\w)"
)
"""Forms that nobody else's habit has: "sempre usa" may be said of a mother."""
_FROM: Final = r"(?:a partir de agora|a partir de hoje|de agora em diante|daqui (?:para|pra) (?:a )?frente|daqui em diante|de hoje em diante|doravante)"
_DEADLINE: Final = r"(?:o|a|nosso|o nosso|nossa|a nossa|meu|o meu) (?:novo |nova )?(?:prazo|prazo final|prazo de entrega|deadline|data limite|data de entrega|entrega)(?: (?:de|do|da|para|pra|para o|para a) <thing>)?"
_TOLD: Final = r"(?:lembre-se(?: de)?|lembra(?:-te)?|lembre|anote?|não (?:se )?esqueça(?: de)?|não (?:te )?esqueças(?: de)?|tenha em mente|tem em mente)"
_ASK: Final = r"(?:por favor,? )?"

PORTUGUESE: Final = Language(
    name="portuguese",
    leads=r"olá|oi|bom dia|boa tarde|boa noite|obrigad[oa]|sim|ok|tá bom|certo|aliás|a propósito|por sinal|só pra você saber|além disso|então|bem|bom|e|correção|lembrete|aviso|atualização|por favor|claro|perfeito|pessoalmente|muito obrigad[oa]|prazer|na verdade",
    tails=r"por favor|obrigad[oa]|agora|também|prazer|atualmente|aliás|muito prazer",
    stands_before=r"(?:eu )?(?:sou|estou|tenho|moro|trabalho|prefiro|uso|gosto) ?|eu |meu |minha |nós |prazer|muito prazer|a gente ",
    verbs=_VERBS,
    instead=r",? (?:e )?não |,? nunca | em vez de | ao invés de | em lugar de ",
    forms={
        "name": (
            r"(?:oi|olá|bom dia|boa tarde|boa noite)[,!]? (?:eu )?sou (?:o |a )?(?!(?:\w+(?:ano|ana|ês|esa|eiro|eira)|Claude|Kiro)\b)<name>",
            r"(?:eu )?me chamo <name>",
            r"chamo-me <name>",
            r"(?:o )?meu nome é <name>",
        ),
        "called": (
            r"(?:você |vc |tu )?(?:pode|podes|podem) me chamar de <name>",
            r"(?:me cham[ae] de|chama-me|chame-me de|trata-me por|podes tratar-me por) <name>",
        ),
        "lives": (
            r"(?:eu )?(?:agora |atualmente )?(?:moro|vivo|resido) (?:agora |atualmente )?(?:em|no|na|nos|nas) <place>(?: desde <thing>)?",
            r"(?:eu )?(?:me mudei|mudei-me|acabei de me mudar) (?:recentemente )?(?:para|pra|para o|para a) <place>",
        ),
        "own": (
            r"(?:o )?(?:meu|minha) (?:novo |nova )?<noun>(?: favorit[oa]| preferid[oa])? é (?:agora )?(?:em |o |a )?<value>",
            r"(?:eu )?(?:uso|utilizo) (?:o )?<value> como <noun>",
        ),
        "favourite": (
            r"(?:o |a |os |as )?(?:meu|minha|meus|minhas) (?:[\w-]+ ){1,4}(?:favorit[oa]s?|preferid[oa]s?) (?:é|são) <things>",
            r"(?:o |os )?meus? (?:hobbies|hobby|passatempos?) (?:é|são) <things>",
        ),
        "prefers": (r"(?:eu )?prefiro (?:muito )?<things>",),
        "likes": (
            r"(?:eu )?(?:também )?(?:gosto (?:muito |bastante )?(?:de|do|da|dos|das)|adoro|amo) <things>",
            r"(?:eu )?me interesso (?:muito |também )*(?P<value>(?:por|pelo|pela) (?!isso|você)[^,;:\n]{2,60}?)",
        ),
        "dislikes": (
            r"(?:eu )?não gosto (?:muito |nada )?(?:de|do|da|dos|das) <things>",
            r"(?:eu )?(?:odeio|detesto) <things>",
        ),
        "works": (
            r"(?:eu )?trabalho (?:atualmente )?como <things>",
            r"(?:eu )?trabalho (?:atualmente )?(?:na|no|em|para|para a) <product>",
            rf"(?:eu )?sou (?P<value>{professions.PORTUGUESE})",
            r"minha profissão é <things>",
        ),
        "learns": (
            r"(?:eu )?estou (?:aprendendo|estudando|a aprender|a estudar) (?:a )?(?!muito|que|tudo)<things>",
            r"(?:eu )?estudo <things>",
        ),
        "health": (
            r"(?:eu )?(?:também )?sou (?P<value>alérgic[oa] (?:a|ao|à|aos|às) [^,;:\n]{1,60}?)",
            r"(?:eu )?sou (?P<value>(?:vegan[oa]|vegetarian[oa]|diabétic[oa]|celíac[oa]|intolerante à lactose|daltônic[oa]|canhot[oa]))",
            r"(?:eu )?não (?:como|bebo) (?P<value>(?!muito|bem|nada|tanto|isso|assim)[^,;:\n]{1,40}?)",
        ),
        "comes_from": (
            r"(?:eu )?(?:nasci|cresci) (?:em|no|na) <product>",
            r"(?:eu )?(?:sou|venho) (?:de|do|da) <product>",
        ),
        "has": (
            r"(?:eu )?tenho (?P<value>(?:uma?|dois|duas|três|quatro) (?:cachorr[oa]s?|cão|cães|gat[oa]s?|coelhos?|cavalos?|filh[oa]s?|irmã[os]?|irmãos)(?: (?:chamad[oa]|que se chama) [^,;:\n]{1,30}?)?)",
            r"(?:o )?(?:meu|minha) (?:cachorr[oa]|cão|gat[oa]|filh[oa]|mulher|esposa|marido|irmão|irmã|cavalo|coelho) se chama <name>",
        ),
        "plans": (
            r"(?:eu )?estou (?:trabalhando|a trabalhar) (?P<value>(?:em|no|na|num|numa) (?:meu|minha|um|uma|novo|nova)?[^,;:\n]{3,60}?)",
            r"(?:eu )?(?:planejo|pretendo) (?P<value>[^,;:\n]{3,80}?)",
            r"(?:o )?(?:meu|minha) (?:objetivo|meta|sonho) é (?P<value>[^,;:\n]{3,80}?)",
            r"(?:eu )?quero (?P<value>(?:aprender|ser|visitar|estudar|me tornar) (?!mais|isso|que|feliz|como)[^,;:\n]{2,60}?)",
        ),
        "habit": (
            r"(?:eu )?(?:também )?(?P<value>(?:toco (?:o )?(?:violão|guitarra|piano|bateria|violino|violoncelo|flauta|clarinete|saxofone|trompete|baixo|acordeão|ukulele)|jogo (?:futebol|basquete|tênis|xadrez|badminton|vôlei|golfe)))",
            r"(?:eu )?(?P<value>(?:vou|faço|como|bebo|corro|leio|jogo|cozinho|nado|medito|acordo|trabalho|assisto|treino|saio) (?:[^,;:\n]{0,50}? )?(?:tod[oa]s? (?:os|as|o|a)? ?(?:dias?|manhãs?|noites?|semanas?|segundas?|terças?|quartas?|quintas?|sextas?|sábados?|domingos?)|cada (?:dia|manhã|noite|semana|mês)|(?:uma|duas|três) vez(?:es)? por (?:dia|semana|mês))(?: [^,;:\n]{2,40}?)?)",
            r"(?:eu )?costumo (?P<value>[^,;:\n]{3,60}?)",
        ),
        "uses": (
            r"(?:nós |a gente |eu )?(?:usamos|usa|utilizamos|uso) (?:agora )?<thing>,? (?:e )?(?:não|em vez de|ao invés de|em lugar de) <things>",
            r"(?:nós |a gente )?(?:usamos|utilizamos) <thing> (?:para|pra|como) <things>",
        ),
        "switched": (
            r"(?:nós |a gente |eu )?(?:mudamos|migramos|trocamos|passamos|mudei|troquei|migrei|mudou|migrou) (?:recentemente )?d[eoa] <thing> (?:para|pra) (?:o |a )?<product>",
            r"(?:nós |eu )?(?:substituímos|trocamos|substituí|troquei) (?:o |a )?<thing> (?:por|pelo|pela) <product>",
        ),
        "wants": (r"(?:eu )?prefiro (?P<rule>que (?:você |vc |tu )(?:sempre |nunca |não )?<rest>)<not>",),
        "always": (rf"(?P<rule>sempre {_ASKING} <rest>)<not>", r"(?P<rule><verb> sempre <rest>)<not>"),
        "never": (
            rf"(?P<rule>(?:nunca|jamais|nunca mais) {_ASKING} <rest>)",
            r"(?P<rule>não <verb> nunca(?: mais)? <rest>)",
        ),
        "from_now_on": (
            rf"{_FROM},? {_ASK}(?P<rule>(?:sempre |só |não |nunca )?<verb> <rest>)<not>",
            rf"(?P<rule>(?:sempre |não )?<verb> <rest>)<not>,? {_FROM}",
        ),
        "holds_from_now_on": (
            rf"{_FROM},? (?:a|o|nossa|nosso|as|os) <thing> (?:é|será|são|começa) (?:às|à|a|no|na|em|todas?|todos?) <rest>",
        ),
        "deadline": (
            rf"{_DEADLINE} (?:é|vence|termina|será|acaba|encerra)(?: agora)?(?: em| no dia| dia| até| na| no| às)? <day>",
        ),
        "deadline_moved": (
            rf"{_DEADLINE} (?:foi|mudou|passou|ficou)(?: adiad[oa]| antecipad[oa]| movid[oa]| alterad[oa]| prorrogad[oa]| estendid[oa])?(?: d[eoa] <thing>)? (?:para|pra|até)(?: o dia| a| o| dia)? <day>",
            rf"(?:adiamos|antecipamos|mudamos|prorrogamos|adiaram|anteciparam) {_DEADLINE} (?:para|pra|até)(?: o dia| a| o| dia)? <day>",
        ),
        "remember": (rf"{_TOLD}(?: que |: |, |:)<text>",),
    },
)
