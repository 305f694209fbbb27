"""Portuguese forms."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

from typing import Final

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
        "name": (r"(?:eu )?me chamo <name>", r"chamo-me <name>", r"(?:o )?meu nome é <name>"),
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
        ),
        "prefers": (r"(?:eu )?prefiro (?:muito )?<things>",),
        "likes": (r"(?:eu )?(?:também )?(?:gosto (?:muito |bastante )?(?:de|do|da|dos|das)|adoro|amo) <things>",),
        "dislikes": (
            r"(?:eu )?não gosto (?:muito |nada )?(?:de|do|da|dos|das) <things>",
            r"(?:eu )?(?:odeio|detesto) <things>",
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
