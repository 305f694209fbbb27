"""English forms."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

from typing import Final

from memory.consolidation.explicit.forms.base import Language

_LEADS: Final = (
    r"hi|hello|hey|hi there|hello there|hey there|hiya|good (?:morning|afternoon|evening)|greetings|oh|ah|well|so|ok|okay|yes|yeah|yep|sure|thanks|thank you"
    r"|thank you so much|cool|nice|great|wow|by the way|btw|fyi|just so you know|for the record|for your information|actually|also|and|besides|personally|honestly|to be honest|update|correction"
    r"|reminder|note|heads[- ]up|quick note|one more thing|as for me|in fact|of course|definitely|absolutely|totally|nice to meet you|please|got it|understood|alright|good|fine|perfect|no problem"
)
_VERBS: Final = (
    r"(?:(?:do not|don't) )?(?:use(?! of\b| your (?:head|brain|imagination|heart|time|eyes))|write|answer|reply|respond|ask (?:me|before|first|for)|run|commit|push|call (?:me|it|the|our|my)|format|add|include|put|test|check|send|show|give me|give your|tell me|explain|translate|delete|remove|deploy"
    r"|edit|touch|modify|change|create|install|mention|suggest|speak|talk to me|address me|quote|cite|log|name|sign|round|convert|remind me|save|store|merge|rebase|review|document|comment|lint|sort|avoid"
    r"|keep(?= (?:the|your|answers|replies|messages|comments|functions|commits)\b)|prefer|follow|confirm|verify|read the|close|schedule|book|cc|attach|summari[sz]e|list|print|return|import|pin|bump|tag|assume|guess|share|post"
    r"|upload|publish|start (?:with|by|your|the|every|each)|begin|end (?:with|your|every|each)|set|update|stick to|double-check|let me know|skip|apologi[sz]e|restart|overwrite|force-push|reformat|rename|refactor|squash|pull|fetch|order|reserve|bring up|refer to|spell)\b"
)
_DEADLINE: Final = r"(?:the|our|my) (?:new |final )?(?:<thing> )?(?:deadline|due date)(?: (?:for|of) <thing>)?"
_WE: Final = r"(?:we|our team|my team|our company|the team)"
_FROM: Final = r"(?:from now on|from now on out|from here on(?: out)?|going forward|in (?:the )?future|from today(?: on(?:wards)?)?|starting (?:now|today)|henceforth)"
_TOLD: Final = r"(?:remember|keep in mind|bear in mind|don't forget|do not forget|make a note|memori[sz]e)"

ENGLISH: Final = Language(
    name="english",
    leads=_LEADS,
    tails=r"please|thanks|thank you|now|by the way|btw|though|too|as well|actually|okay|ok|nice to meet you|these days|at the moment|currently",
    stands_before=r"i(?:'m| am| have|'ve| work| live| was born| just)? |my |we(?:'re| are| have|'ve)? |this is my first|it's (?:nice|great|good) to|nice to|glad to|pleased to",
    verbs=_VERBS,
    instead=r",? (?:and )?not |,? never | instead of | rather than ",
    forms={
        "name": (
            r"my (?:full |first )?name is <name>",
            r"my name's <name>",
            r"i'm called <name>",
            r"i am called <name>",
        ),
        "called": (
            r"(?:you can |you may |just |feel free to |everyone can )*call me <name>(?: instead)?",
            r"(?:i|my friends|people|everybody|everyone) (?:go|goes|calls?) (?:by|me) <name>(?: now)?",
        ),
        "lives": (
            r"i (?:now |currently )?live in <place>(?: now)?",
            r"i(?:'m| am) based in <place>",
        ),
        "moved": (
            r"(?:i|i've|i have|we|we've|we have) (?:just |recently )?moved to <place>(?: (?:yesterday|last (?:week|month|year)|recently))?",
        ),
        "own": (
            r"my (?:new |favou?rite |preferred |default )?<noun> is (?:now )?(?:on )?<value>",
            r"i (?:now )?use <value> as my (?:main |default |preferred )?<noun>",
            r"i prefer <value> as my <noun>",
        ),
        "favourite": (
            r"my (?:all-time )?(?:favou?rite|preferred) (?:(?:kind|type|genre|sort)s? of )?(?:[\w'-]+ ){1,4}(?:is|are) <things>",
        ),
        "prefers": (
            r"i (?:really |usually |generally |definitely |much |still )*prefer <things>",
            r"i'd rather (?!die|not|be |have )<thing> than <value>",
        ),
        "likes": (
            r"i (?:really |also |absolutely |just |do |particularly |especially |always |generally |usually |still )*(?:like|love|enjoy|adore) <things>",
            r"i'm (?:really |very |quite )?(?:fond of|into|keen on) <things>",
            r"i'm a (?:big|huge|great) fan of <things>",
        ),
        "dislikes": (
            r"i (?:really |absolutely |just |also )*(?:dislike|hate|detest|can't stand|cannot stand|don't like|do not like|don't enjoy) <things>",
        ),
        "uses": (
            rf"(?:{_WE}|i) (?:now |only |currently )?uses? <thing>,? (?:and )?(?:not|instead of|rather than) <things>",
            rf"{_WE} (?:now |only |currently )?uses? <thing> (?:for|as) <things>",
            rf"{_WE} (?:don't|do not) use <thing>,? but <things>",
        ),
        "switched": (
            rf"(?:{_WE}|i) (?:have |just |recently |finally |'ve )*(?:switched|moved|migrated|changed|converted) (?:<thing> )?from <thing> to <things>",
            r"(?:we've|i've) (?:just |recently |finally |now )*(?:switched|moved|migrated|changed) (?:<thing> )?from <thing> to <things>",
            rf"(?:{_WE}|i|we've|i've) (?:have |just |recently |finally )*(?:switched|migrated) to <things>",
            rf"(?:{_WE}|we've) (?:have |just |recently |finally )*replaced <thing> (?:with|by) <things>",
        ),
        "wants": (
            r"i(?:'d| would) (?:rather|prefer it if|like it if) (?P<rule>you <rest>)",
            r"i (?:want|need) (?P<rule>you to (?:always|never) <rest>)<not>",
        ),
        "always": (r"(?:you must |you should )?(?P<rule>always <verb> <rest>)<not>",),
        "never": (r"(?P<rule>(?:never|never ever|don't ever|do not ever) <verb> <rest>)<not>",),
        "from_now_on": (
            rf"{_FROM},? (?:please )?(?P<rule>(?:always |never |only |you (?:should |must )?(?:always |never )?)?<verb> <rest>)<not>",
            rf"(?P<rule>(?:always |never |only )?<verb> <rest>)<not>,? {_FROM}",
            rf"{_FROM},? (?:please )?(?P<rule>no (?!more\b)<rest>)",
        ),
        "holds_from_now_on": (
            rf"{_FROM},? (?:the|our) <rest> (?:is|are|will be|takes place|starts|begins|happens) (?:at|on|in|every|held) <thing>",
        ),
        "deadline": (
            rf"{_DEADLINE} (?:is|'s|will be)(?: now)?(?: on| set for| by| at)? <day>",
            r"(?:the|our|my) <thing> (?:is|are) due(?: on| by| in)? <day>",
        ),
        "deadline_moved": (
            rf"{_DEADLINE} (?:has been |has |was |is |is now |got |just got |been |will be )*(?:moved|changed|postponed|extended|delayed|shifted|rescheduled|brought forward|pushed(?: back| out)?)(?: up| forward| back)?(?: from <thing>)? (?:to|until|till|by) <day>",
            rf"(?:we|they) (?:have |'ve )?(?:moved|changed|postponed|extended|delayed|shifted|pushed(?: back)?|brought forward) {_DEADLINE}(?: from <thing>)? (?:to|until|till|by) <day>",
        ),
        "remember": (
            rf"(?:always )?{_TOLD} that <text>",
            rf"(?:always )?{_TOLD}(?: this)?: (?P<text>(?:i|i'm|i've|my|we|we're|our|the|every|all) [^\n]{{3,200}})",
            rf"(?:always )?{_TOLD},? (?P<text>(?:i|i'm|i've|my|we|we're|our) [^\n]{{3,200}})",
        ),
    },
)
