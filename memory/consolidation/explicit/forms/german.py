"""German forms."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

from typing import Final

from memory.consolidation.explicit.forms import professions
from memory.consolidation.explicit.forms.base import Language

_VERBS: Final = (
    r"(?:nutze?|verwende|benutze?|nimm|schreibe?|antworte|beantworte|frage?|gib|zeige?|erkläre?|übersetze?|lösche?|ändere?|committe|pushe?|teste|prüfe?|sprich|rede|formatiere|runde|duze?|sieze?|speichere?"
    r"|beginne|füge|setze?|nenne?|erinnere|liste|halte?|fasse?|installiere|überschreibe|bestätige|kommentiere|dokumentiere|zitiere|merge?|starte|rechne|sende?|schicke?|verschicke?"
    r"|(?:verwenden|nutzen|benutzen|schreiben|antworten|fragen|zeigen|sprechen|löschen|ändern|prüfen|testen|duzen|siezen|nennen|senden|schicken) sie)\b"
)
_INFINITIVE: Final = (
    r"(?:verwenden|nutzen|benutzen|nehmen|schreiben|antworten|beantworten|fragen|nachfragen|committen|pushen|testen|prüfen|löschen|ändern|formatieren|übersetzen|speichern|runden|duzen|siezen|angeben|hinzufügen"
    r"|anfassen|installieren|überschreiben|kommentieren|dokumentieren|mergen|ausführen|zeigen|sprechen|zitieren|verschicken|senden|schicken|einhalten|vermeiden|ansprechen|zusammenfassen)"
)
_FROM: Final = r"(?:ab jetzt|ab sofort|ab heute|von jetzt an|von nun an|in zukunft|künftig|zukünftig)"
_DEADLINE: Final = r"(?:die|unsere|meine|der|unser|mein) (?:neue[rs]? )?(?:<thing> )?(?:deadline|frist|abgabefrist|abgabetermin|abgabe|stichtag|einreichfrist|liefertermin)(?: (?:für|von) <thing>)?"
_TOLD: Final = r"(?:merke? dir|merken sie sich|denke? (?:bitte )?(?:immer )?daran|vergiss (?:bitte )?nicht|notiere? dir|notiere?|behalte im kopf|behalt im kopf)"

GERMAN: Final = Language(
    name="german",
    leads=r"hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|grüß dich|grüß gott|also|ja|ok|okay|gut|danke|vielen dank|übrigens|nur zur info|zur info|zur erinnerung|korrektur|update|hinweis|ach|und|bitte|nur damit du es weißt|außerdem|klar|genau|stimmt|ehrlich gesagt|alles klar|freut mich|super|prima|noch etwas|noch was|tag",
    tails=r"bitte|danke|übrigens|auch|jetzt|okay|ok|aktuell|derzeit|zurzeit|freut mich",
    stands_before=r"ich (?!glaube|denke|hätte|würde)|mein |meine |wir (?!könnten|sollten)|freut mich|schön",
    verbs=_VERBS,
    instead=r",? (?:und )?nicht |,? niemals |,? nie | statt | anstatt | anstelle von ",
    forms={
        "name": (
            r"mein (?:voller )?name ist <name>",
            r"ich hei(?:ß|ss)e (?:übrigens )?<name>",
            r"(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend))[,!]? ich bin (?:der |die )?(?!(?:\w+(?:ische?r?|erin|istin?)|Deutsch\w*|(?:Engländer|Italiener|Spanier|Österreicher|Schweizer|Amerikaner|Lehrer|Schüler|Entwickler|Anfänger|Programmierer|Informatiker|Designer|Berliner|Münchner|Hamburger|Kölner|Wiener)|Franzose|Türke|Pole|Russe|Student\w*|Arzt|Koch|Neu\w*|Claude|Kiro)\b)<name>",
        ),
        "called": (
            r"nenne? mich (?:bitte |einfach |ruhig )*<name>",
            r"nennen sie mich (?:bitte |einfach )*<name>",
            r"(?:du kannst|sie können|ihr könnt) mich (?:gern |gerne |einfach |auch )*<name> nennen",
            r"(?:alle|freunde|meine freunde) nennen mich <name>",
        ),
        "lives": (
            r"ich (?:wohne|lebe) (?:jetzt |inzwischen |mittlerweile |seit <thing> )?in <place>(?: seit <thing>)?",
            r"ich bin (?:jetzt |gerade |kürzlich |letzte woche |letzten monat )?nach <place> (?:um)?gezogen",
        ),
        "own": (
            r"meine? (?:neue[rs]? |bevorzugte[rs]? )?<noun> ist (?:jetzt )?(?:am |der )?<value>",
            r"ich (?:nutze|verwende|benutze) <value> als <noun>",
            r"als <noun> (?:nutze|verwende|benutze) ich <value>",
        ),
        "favourite": (
            r"meine? lieblings[\w-]+ (?:ist|sind) <things>",
            r"meine? hobbys? (?:ist|sind) <things>",
        ),
        "prefers": (
            r"ich bevorzuge <things>",
            r"ich ziehe <thing> <value> vor",
            r"ich (?:mag|trinke|esse|nutze|verwende|lese|fahre|arbeite|höre|nehme|reise) lieber <things>",
            r"ich (?:mag|habe) <thing> lieber als <value>",
            r"mir (?:ist|sind) <thing> lieber als <value>",
        ),
        "likes": (
            r"ich (?:mag|liebe) (?!keine?[nmrs]?\b|nicht)(?:sehr |auch |besonders |total )?<things>",
            r"ich (?:esse|trinke|höre|lese|spiele|sehe|koche|schaue|fahre|besuche) (?:sehr |auch |besonders |am )?gerne? <things>",
            r"ich (?:wandere|koche|lese|tanze|reise|schwimme|klettere|male|singe|jogge|backe|fotografiere) (?:sehr |auch |besonders )?(?P<value>gerne?(?: (?:in|an|am|im|auf|mit) [^,;:\n]{1,40}?)?)",
            r"ich interessiere mich (?:sehr |auch |besonders )*(?P<value>für (?!das\b|dich|ihn|sie|dein)[^,;:\n]{2,60}?)",
        ),
        "dislikes": (
            r"ich (?:hasse|verabscheue) <things>",
            r"ich mag (?P<value>keine?n? [^,;:\n]{1,60}?)",
        ),
        "works": (
            r"ich arbeite (?:derzeit |zurzeit |jetzt |seit <thing> )?als <things>",
            r"ich arbeite (?:derzeit |zurzeit |jetzt |seit <thing> )?(?:bei|für) (?:der |dem )?<product>",
            rf"ich bin (?:(?:derzeit|zurzeit|übrigens|auch|von beruf) )?(?P<value>{professions.GERMAN})(?: (?:bei|in|an|am|im|für) <thing>)?",
            r"mein beruf ist <things>",
        ),
        "learns": (
            r"ich (?:lerne|studiere) (?:gerade |derzeit |zurzeit |seit <thing> )?(?!viel|dich|ihn|sie|noch|immer|so|nie|nicht|kein|dabei|davon)<things>",
            r"ich habe (?:gerade |kürzlich )?(?:angefangen|begonnen),? (?P<value>[^,;:\n]{2,40}? zu lernen)",
        ),
        "health": (
            r"ich bin (?:auch )?(?P<value>allergisch (?:gegen|auf) [^,;:\n]{1,60}?)",
            r"ich bin (?P<value>gegen [^,;:\n]{1,40}? allergisch)",
            r"ich (?:bin|lebe|ernähre mich|esse) (?P<value>(?:strikt )?(?:vegan|vegetarisch|vegetarier(?:in)?|veganer(?:in)?|diabetiker(?:in)?|laktoseintolerant|farbenblind|linkshänder(?:in)?))",
            r"ich habe (?P<value>eine [\w-]*allergie(?: gegen [^,;:\n]{1,40}?)?|eine laktoseintoleranz|zöliakie|diabetes)",
            r"ich (?:esse|trinke) (?P<value>keine?n? [^,;:\n]{1,40}?)",
        ),
        "comes_from": (
            r"ich bin in <product> (?:geboren|aufgewachsen|geboren und aufgewachsen)",
            r"ich komme (?:ursprünglich )?aus (?:der (?=Schweiz|Türkei|Ukraine|Slowakei|Mongolei)|den (?=USA|Niederlanden)|dem (?=Iran|Irak|Libanon))?<product>",
        ),
        "has": (
            r"ich habe (?P<value>(?:eine?n?|zwei|drei|vier) (?:[\w-]+ ){0,2}?(?:hunde?|katzen?|kaninchen|pferde?|söhne?|sohn|tochter|töchter|kinder|kind|bruder|brüder|schwestern?|geschwister)(?: namens [^,;:\n]{1,30}?)?)",
            r"(?:mein|meine) (?:hund|katze|sohn|tochter|frau|mann|partner|partnerin|bruder|schwester|pferd|kater) heißt <name>",
        ),
        "plans": (
            r"ich arbeite (?:gerade |derzeit |zurzeit )?(?P<value>an (?:meine[mr]|einem|einer|der|dem) (?!sache|selbst)[^,;:\n]{3,60}?)",
            r"ich plane,? (?P<value>(?!das|es|nichts)[^;:\n]{3,80}?)",
            r"ich habe vor,? (?P<value>[^;:\n]{3,80}? zu \w+)",
            r"mein (?:großes |großer )?(?:ziel|traum) ist es,? (?P<value>[^;:\n]{3,80}?)",
            r"ich (?:möchte|will) (?:unbedingt |gern |gerne |bald )*(?P<value>(?!das|es|dass|so|mehr|nur|dir|dich)[^,;:\n]{2,50}? (?:lernen|studieren|werden))",
        ),
        "habit": (
            r"ich spiele (?:auch |noch |seit <thing> )?(?P<value>(?:gitarre|bass|klavier|schlagzeug|geige|cello|flöte|klarinette|saxophon|trompete|ukulele|akkordeon|fußball|basketball|tennis|schach|badminton|volleyball|handball|hockey|golf|tischtennis)(?: (?:in|im|bei|beim|mit) [^,;:\n]{2,40}?)?)",
            r"ich (?:gehe|fahre|esse|trinke|laufe|lese|spiele|koche|jogge|schwimme|trainiere|meditiere|stehe|arbeite|mache) (?P<value>(?:meistens|normalerweise|regelmäßig|oft|jeden (?:tag|morgen|abend|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|jede woche|jedes wochenende|immer (?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags)) (?!das|es|so|nicht)[^,;:\n]{2,60}?)",
            r"(?:jeden (?:tag|morgen|abend|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|jede woche|jedes wochenende) (?P<value>(?:gehe|fahre|esse|trinke|laufe|lese|spiele|koche|jogge|schwimme|trainiere|meditiere|mache) ich [^,;:\n]{2,60}?)",
        ),
        "uses": (
            r"(?:wir|ich) (?:nutzen|verwenden|benutzen|nutze|verwende|benutze) (?:jetzt |nur )?<thing>,? (?:und )?(?:nicht|statt|anstatt|anstelle von) <things>",
            r"(?:bei uns |im team |in der firma )?(?:wir )?(?:nutzen|verwenden|benutzen)(?: wir)? (?:jetzt |nur )?<thing> (?:für|als) <things>",
        ),
        "switched": (
            r"(?:wir sind|ich bin) (?:jetzt |gerade |kürzlich |letzte woche )?von <thing> (?:auf|zu|nach) <things> (?:umgestiegen|gewechselt|migriert|umgezogen)",
            r"(?:wir haben|ich habe) (?:jetzt |gerade |kürzlich )?(?:<thing> )?von <thing> (?:auf|zu) <things> (?:gewechselt|umgestellt|migriert)",
            r"(?:wir haben|ich habe) <thing> durch <things> ersetzt",
            r"(?:wir sind|ich bin) (?:jetzt |gerade |kürzlich )?auf <things> umgestiegen",
        ),
        "wants": (r"ich (?:möchte|will), dass du (?P<rule>(?:immer|nie|niemals) <rest>)<not>",),
        "always": (
            r"(?P<rule><verb> (?:(?!nicht|kein)\w+ ){0,3}?(?:immer|stets) <rest>)<not>",
            rf"(?P<rule>(?:immer|stets) <rest> {_INFINITIVE})",
        ),
        "never": (
            r"(?P<rule><verb> (?:\w+ ){0,3}?(?:nie|niemals|nie wieder) <rest>)",
            rf"(?P<rule>(?:nie|niemals|nie wieder) <rest> {_INFINITIVE})",
        ),
        "from_now_on": (
            rf"{_FROM},? (?:bitte )?(?P<rule><verb> <rest>)<not>",
            rf"{_FROM},? (?:bitte )?(?P<rule>(?:immer |nur |nur noch |nie |nie mehr |keine? |nicht mehr )?<rest> {_INFINITIVE})",
            rf"(?P<rule><verb> (?:\w+ ){{0,2}}?{_FROM} <rest>)<not>",
        ),
        "holds_from_now_on": (
            rf"{_FROM} (?:ist|sind|findet|beginnt|gilt|startet) (?:der|die|das|unser|unsere) <thing> (?:um|am|im|in|jeden|immer) <rest>",
        ),
        "deadline": (
            rf"{_DEADLINE} ist(?: jetzt| nun| nicht mehr)?(?: am| der| bis| zum| um)? <day>",
            rf"{_DEADLINE} (?:läuft|endet)(?: jetzt| nun)?(?: am| bis| zum)? <day>(?: ab| aus)?",
        ),
        "deadline_moved": (
            rf"{_DEADLINE} (?:wurde|ist|wird) (?:jetzt |nun |gerade )?(?:vom? <thing> )?(?:auf|bis)(?: den| zum)? <day> (?:verschoben|verlegt|verlängert|vorgezogen|gelegt|geändert)(?: worden)?",
            rf"(?:wir haben|man hat|sie haben) {_DEADLINE} (?:auf|bis)(?: den| zum)? <day> (?:verschoben|verlegt|verlängert|vorgezogen)",
        ),
        "remember": (rf"{_TOLD}(?: bitte)?(?:, dass |: |, |:)<text>",),
    },
)
