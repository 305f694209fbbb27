"""English forms."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

from typing import Final

from memory.consolidation.explicit.forms import professions
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
    leads=_LEADS
    + r"|however|besides|recently|lately|in my (?:free|spare) time|in addition|it turns out|turns out|that (?:sounds|is) great|sounds (?:great|good)",
    tails=r"please|thanks|thank you|now|by the way|btw|though|too|as well|actually|okay|ok|nice to meet you|these days|at the moment|currently",
    stands_before=r"i(?:'m| am| have|'ve| work| live| was born| just)? |my |we(?:'re| are| have|'ve)? |this is my first|it's (?:nice|great|good) to|nice to|glad to|pleased to",
    verbs=_VERBS,
    instead=r",? (?:and )?not |,? never | instead of | rather than ",
    forms={
        "name": (
            r"my (?:full |first )?name is <name>",
            r"my name's <name>",
            r"(?:hello|hi|hey|hiya|good (?:morning|afternoon|evening))(?: there| everyone| all)?[,!.]? (?:i'm|i am) (?!(?:[A-Z]\w+(?:ish|ese|ican)|German|French|Dutch|Greek|Swiss|Thai|Indian|Russian|Italian|Canadian|Australian|Asian|African|European|Christian|Catholic|Muslim|Jewish|Buddhist|Hindu|Mormon|Sick|Sorry|Ready|New|Back|Happy|Tired|Your|Claude|Kiro|ChatGPT|GPT\w*)\b)<name>",
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
            r"one of my (?:all-time )?favou?rite (?:[\w'-]+ ){1,3}is <things>",
            r"my (?:all-time )?(?:favou?rite|preferred) (?:(?:kind|type|genre|sort)s? of )?(?:[\w'-]+ ){1,4}(?:is|are) <things>",
            r"my (?:main |biggest )?hobb(?:y is|ies are|ies include) <things>",
        ),
        "prefers": (
            r"i (?:really |usually |generally |definitely |much |still )*prefer <things>",
            r"i'd rather (?!die|not|be |have )<thing> than <value>",
        ),
        "likes": (
            r"i (?:really |also |absolutely |just |do |particularly |especially |always |generally |usually |still )*(?:like|love|enjoy|adore) <things>",
            r"i'm (?:really |very |quite )?(?:fond of|into|keen on) <things>",
            r"i'm (?:also )?a (?:big |huge |great |massive )?fan of <things>",
            r"i'm (?:also )?a (?:big|huge|great|massive) (?P<value>(?!(?:\w+ )?(?:of|as)\b)(?:[\w'-]+ ){1,4}?fan)",
            r"i(?:'m| am) (?:also |really |very |particularly |especially |quite )*(?P<value>interested in (?!what|how|this|that|it|the idea|hearing|knowing|your|seeing|trying|joining|getting into (?:it|that))[^,;:\n]{2,80}?)",
        ),
        "dislikes": (
            r"i (?:really |absolutely |just |also )*(?:dislike|hate|detest|can't stand|cannot stand|don't like|do not like|don't enjoy) <things>",
        ),
        "works": (
            r"i (?:currently |now )?work (?:full[- ]time |part[- ]time )?as (?:an? )?(?!usual|hard|if|well|long|much|intended|expected)<things>",
            r"i (?:currently |now )?work (?:full[- ]time |part[- ]time )?(?:at|for) <product>",
            rf"i(?:'m| am) (?:also |currently |now )?(?P<value>an? {professions.ENGLISH})(?: (?:by profession|by trade|at|in|for|from|with) <thing>)?",
            r"my (?:job|profession|occupation) is (?P<value>(?:an? [^,;:\n]{3,50}?|[\w-]+(?:er|or|ing|ist))(?: (?:at|in|for) [^,;:\n]{2,40}?)?)",
        ),
        "learns": (
            r"i(?:'m| am)(?: currently| now| also)? (?:learning|studying|majoring in) (?:to |how to )?(?!a lot|so much|more|(?:a )?new (?:things?|skills?|language)|from|that|by|hard|to be|as i|every day)<things>",
            r"i(?:'ve| have)(?: also| recently| just)? (?:been|started) (?:learning|studying)(?: how)?(?: to)? (?!a lot|so much|more|(?:a )?new (?:things?|skills?|language)|from|that|by|hard|to be|as i)<things>",
            r"i study <product>(?: (?:at|in) <thing>)?",
        ),
        "health": (
            r"i(?:'m| am) (?:also |severely |very |deathly )?(?P<value>allergic to [^,;:\n]{1,60}?)",
            r"i(?:'m| am) (?:a |an )?(?P<value>(?:strict )?(?:vegan|vegetarian|pescatarian|diabetic|lactose[- ]intolerant|gluten[- ]intolerant|coeliac|celiac|colou?r[- ]?blind|left[- ]handed))",
            r"i have (?P<value>an? (?:[\w-]+ )?(?:allergy to [^,;:\n]{1,40}?|[\w-]+ allergy))",
            r"i (?:don't|do not) (?P<value>(?:eat|drink) (?:(?!it\b|that\b|this\b|much\b|enough\b|well\b|anything\b|them\b)[^,;:\n]{1,40}?))(?: anymore)?",
        ),
        "comes_from": (
            r"i (?:was born(?: and raised)?|was raised|grew up) in <product>",
            r"i(?:'m| am)(?: originally)? from <product>",
            r"i (?:come|am originally) from <product>",
        ),
        "has": (
            r"i(?:'ve got| have| own) (?P<value>(?:an?|two|three|four) (?:[\w-]+ ){0,3}?(?:dogs?|cats?|rabbits?|horses?|parrots?|hamsters?|sons?|daughters?|children|kids|brothers?|sisters?|siblings?)(?:,? (?:named|called) [^;:\n]{1,40}?)?)",
            r"my (?:dog|cat|rabbit|horse|parrot|hamster|son|daughter|wife|husband|partner|brother|sister|baby)(?:'s name is| is (?:called|named)) <name>",
        ),
        "plans": (
            r"i(?:'m| am) (?:currently |now |also )?(?P<value>working on (?!it\b|that\b|this\b|something|him|them|getting|being|myself|improving)[^,;:\n]{3,80}?)",
            r"i(?:'m| am) aiming (?P<value>to (?!do (?:it|that))[^,;:\n]{3,80}?)",
            r"i(?:'m| am) planning (?P<value>(?:to|on|a trip) (?!do (?:it|that)|go\b$|take a (?:walk|break|bath|nap|rest)|bring|call|ask|watch|sleep|rest|relax)[^,;:\n]{3,80}?)",
            r"i plan (?P<value>(?:to|on) (?!do (?:it|that)|return|come back)(?![^,;:\n]*\b(?:other|the (?:city|area|place))\b)[^,;:\n]{3,80}?)",
            r"my (?:main |biggest |long[- ]term )?(?:goal|dream|plan|aim)(?: for this year)? is (?P<value>to [^,;:\n]{3,80}?)",
            r"i(?: really| also)? (?:want|would love|hope|'d like|would like|'d love) (?P<value>to (?:learn|become|travel to|visit(?! some\b)|move to|study|open an?|start an? (?:own )?(?:business|company|blog|career|family|bakery|shop))\b(?! (?:it|that|this|more|from|about|you|how to do (?:it|that)|there|a lot|here)\b)[^,;:\n]{2,60}?)(?: (?:someday|one day|in the future|next year))?",
        ),
        "habit": (
            r"i (?:also |still )?(?P<value>play (?:the )?(?:guitar|bass|piano|drums|violin|cello|viola|flute|clarinet|saxophone|trumpet|ukulele|harp|accordion|banjo|keyboards?|football|soccer|basketball|tennis|chess|badminton|volleyball|hockey|cricket|rugby|golf|baseball|table tennis)(?: (?:in|for|with|at|every|on) [^,;:\n]{2,40}?)?)",
            r"i (?P<value>(?:usually|often|regularly|typically|normally|generally) (?:go|do|eat|drink|run|cook|read|play|watch|listen|practi[cs]e|work out|work from|take|write|meditate|get up|wake up|exercise|swim|ride|bike|cycle|walk|hike|train|jog|bake|paint|draw|travel|sleep|study|wear|buy|use|start|spend|share|discuss|order|meet|visit|attend)\b(?! (?:it|that|this|them|there|so)\b)[^,;:\n]{0,80}?)",
            r"i (?P<value>(?:go(?! (?:every|each|once)\b)|do|eat|drink|run|cook|read|play|watch|practi[cs]e|work out|meditate|get up|wake up|exercise|swim|ride|cycle|walk|hike|train|jog|attend|volunteer)\b(?! (?:it|that|this|them|there|so)\b)[^,;:\n]{0,60}? (?:every|each|once an?|twice a|three times a) (?:single )?(?:day|morning|evening|night|week|weekend|month|sunday|monday|tuesday|wednesday|thursday|friday|saturday))",
            r"every (?:day|morning|evening|night|week|weekend|sunday|monday|tuesday|wednesday|thursday|friday|saturday),? i (?P<value>(?:go(?! (?:every|each|once)\b)|do|eat|drink|run|cook|read|play|watch|practi[cs]e|work out|take|write|meditate|get up|wake up|exercise|swim|ride|cycle|walk|hike|train|jog)\b(?! (?:it|that|this|them|there|so)\b)[^,;:\n]{0,60}?)",
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
