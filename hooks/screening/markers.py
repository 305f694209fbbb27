"""Shapes that no concept describes: pseudo tags, chat-template tokens, headings, shouted labels."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marker:
    """``pattern`` runs only if one of ``hints`` is a substring of the folded text."""

    code: str
    points: int
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def marker(code: str, points: int, hints: str, *patterns: str) -> Marker:
    """Hints are separated by a blank; patterns are alternatives, matched against folded text."""
    return Marker(code, points, tuple(hints.split()), re.compile("|".join(patterns)))


MARKERS: tuple[Marker, ...] = (
    marker(
        "tag.system",
        10,
        "<",
        r"<\s*/?\s*(?:system|sys|admin|developer)"
        r"(?:[ _-]?(?:prompt|mode|message|reminder|override|instructions?|note))?(?:\s+[a-z]+=[^>]{0,40})?\s*>",
        "<системныи режим>",
        "<系统模式>",
    ),
    marker(
        "tag.instruction",
        10,
        "instruction",
        r"<\s*/?\s*(?:[a-z]+[ _-])?instructions?(?:\s+[a-z]+=[^>]{0,40})?\s*>",
    ),
    marker("tag.important", 7, "<important <information", r"<\s*(?:important|information)\s*>"),
    marker(
        "tag.bracket",
        7,
        "[",
        r"\[{1,2}\s*/?\s*(?:system|inst|admin|system override|system message|system prompt|admin_override|"
        r"end critical rules|end of session context|current user request|(?:end )?agent system prompt|prompt)\s*\]",
        r"\[{1,2}\s*system\s*:\s*(?:the|you|ignore|override|new|your|all|disregard|forget)\b",
    ),
    marker(
        "tag.template", 9, "<|", r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>"
    ),
    marker("tag.sys", 9, "<<", "<</?sys>>"),
    marker("tag.role", 7, "role", r"""["']role["']\s*:\s*["'](?:system|developer)["']"""),
    marker(
        "tag.closing",
        8,
        "</",
        r"</(?:current_memory|memory|memories|system-reminder|durable_context|background_task_event|context|"
        r"user_input|untrusted|document|data|tool_result|conversation)>\s*(?:<|\n|system|ignore|$)",
        r"</(?:input|user|prompt|query)>\s*[a-z]",
    ),
    marker(
        "tag.end",
        7,
        "end begin start",
        r"(?:#{2,}|-{3,}|={3,}|%{3,}|\*{3,}|\[|<)\s*(?:end|begin|begin new|start)(?: of)?(?: the)? "
        r"(?:user|system|prompt|input|instructions?|new instructions?|document|data|context|session|out of date)",
    ),
    marker(
        "tag.line",
        4,
        "system:",
        r"(?:^|\n)\s*system\s*:\s*(?:you may|you must|ignore|override|the user is|cleanup|forward|this instruction|"
        r"the current|disregard|do evil|exfil|new|call|delete|grant|allow)",
    ),
    marker(
        "order.colon",
        10,
        "instruc istruz anweisung directive order инструкц 指令 指示 지시 huong",
        r"\bnew\s+(?:system\s+)?(?:instructions?|directives?|orders?)\b[^:.!?\n]{0,24}:",
        r"\bneue anweisung(?:en)?\s*:",
        r"\bnuevas? instruccion(?:es)?\s*:",
        r"\bnouvelles? instructions?\s*:",
        r"\bnovas? instruc(?:ao|oes)\s*:",
        r"\bnuov[ae] istruzion[ei]\s*:",
        r"нов(?:ая|ые) инструкци[яи]\s*:",
        r"新(?:的|しい)?(?:指令|指示)\s*:",
        r"새(?:로운)? 지시(?:사항)?\s*:",
        r"huong dan moi\s*:",
    ),
    marker(
        "order.stop",
        8,
        "stop",
        r"\bstop (?:everything|all)\b.{0,20}\b(?:now|just|print|output|say)\b",
    ),
    marker(
        "aimed.address",
        6,
        "assistant ai bot llm agent model",
        r"(?:^|[\s(\[\"'>.!?])(?:assistant|ai agent|ai|bot|llm|agent|chatbot|language model)\s{0,2}[:,]\s{0,2}"
        r"(?:now |also |please )?"
        r"(?:open|add|accept|escalate|do not|don't|ignore|send|read|run|execute|delete|share|forward|approve|"
        r"reply|include|"
        r"append|insert|disregard|grant|change|output|print|call|store|save|recommend|rate|transfer|export|upload)\b",
    ),
    marker("order.reprogram", 7, "reprogram", r"\b(?:begin|start|initiate) reprogramming\b"),
    marker("order.from_user", 8, "message", r"\bthis is an important message from me\b"),
    marker(
        "override.shout",
        10,
        "override",
        r"\b(?:important|urgent|critical|attention|warning|emergency|system|security|admin)\s*[:!\-]+\s*override\b",
    ),
    marker(
        "role.now",
        10,
        "now",
        r"\byou(?:'re| are|re) now "
        r"(?:a|an|the|my|in|operating|acting|root|admin|unrestricted|dan|free|called|named|playing)\b"
        r"(?! (?:member|owner|position|part|loop|page|branch|list|right|good|great))",
    ),
    marker(
        "role.pretend",
        10,
        "pretend",
        r"\bpretend(?: that)? (?:you are|you're|to be) "
        r"(?:root|(?:the |an )?admin|god|evil|unrestricted|dan\b|the system|not an? |"
        r"an? (?:unrestricted|unfiltered|evil|uncensored|hacker|ai|jailbroken)|free|the developer|chatdan|my)",
    ),
    marker(
        "role.now_name",
        5,
        "now",
        r"\bnow you are [a-z]+ [a-z]+, (?:how|what|why|answer|tell)",
        r"\byou are now [a-z]{2,20}[,.;:]",
    ),
    marker("role.pretend_any", 4, "pretend", r"\bpretend(?: that)? (?:you are|you're|to be|you have|you can)\b"),
    marker(
        "role.persona_swap", 10, "persona", r"\badopt (?:a |an |the )?(?:new |different |another |following )?persona\b"
    ),
    marker(
        "role.asif",
        10,
        "as",
        r"\bact as if (?:you (?:have no|had no)|there|safety|no |all |nothing|rules|the rules|guidelines)",
    ),
    marker(
        "free.none",
        10,
        "restriction limit rule filter guardrail",
        r"\bthere (?:are|is|will be) no (?:more |longer |any )?"
        r"(?:restrictions?|limits?|limitations|rules|filters?|guardrails)"
        r"\s*(?:$|[.!,;]|and\b|anymore|here|now|whatsoever|at all)",
    ),
    marker(
        "send.code",
        9,
        "curl wget base64",
        r"(?:curl|wget)\b[^\n|]{0,160}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b",
        r"(?:curl|wget)\b[^\n]{0,120}(?:\.env\b|\.aws/|\.ssh/|id_rsa|/etc/passwd|\$\([^)]{0,40}(?:cat|env|printenv))",
        r"base64 (?:-d|--decode|-D)[^\n]{0,20}\|\s*(?:ba)?sh",
    ),
    marker(
        "send.image",
        8,
        "![",
        r"!\[[^\]]{0,80}\]\(https?://[^)\s]{0,200}[?=/][^)\s]{0,80}"
        r"(?:query|data|base64|context|secret|history|conversation|memory|\{|\[|<)",
    ),
    marker("send.delete", 6, "rm", r"rm -rf (?:/|~|\$home|\*)"),
)
