"""The meanings of ``meanings_european`` in Slavic languages.

Written from the meanings, not from labelled texts, too.
"""

POLISH: dict[str, str] = {
    "DROP": (
        "ignoruj|zignoruj|ignorować|zignorować|zapomnij|zapomnieć|pomiń|lekceważ|zlekceważ|nie zważaj|"
        "nie zwracaj uwagi|nie przestrzegaj|nie stosuj się|nie słuchaj|odrzuć|nie bierz pod uwagę|"
        "zostaw na boku|odłóż na bok|olej"
    ),
    "SKIP": "przeskocz|obejdź|omiń|złam|narusz|nadpisz|anuluj|usuń|wymaż",
    "VOID": (
        "już nie obowiązuj*|nie obowiązują|przestały obowiązywać|straciły ważność|unieważnion*|odwołan*|"
        "nieważn*|zastąpion*"
    ),
    "NONE": "bez|żadnych|żadne|żaden|wolny od|nie ma",
    "TURNOFF": "wyłącz|wyłączyć|dezaktywuj|zdejmij|usuń",
    "OBEY": (
        "słuchaj tylko mnie|rób co mówię|rób to co mówię|wykonuj tylko moje|bądź posłuszn*|moje rozkazy|"
        "moje polecenia|posłuchaj mnie"
    ),
    "REFUSAL": "nie odmawiaj|nie wolno ci odmówić|nie możesz odmówić|nigdy nie odmawia",
    "NEWTASK": (
        "nowe zadanie|nowe polecenie|nowe polecenia|nowe instrukcje|nowe zasady|zamiast tego|nowa rola|"
        "twoje prawdziwe zadanie"
    ),
    "LASTING": (
        "od teraz|odtąd|od tej pory|od tej chwili|zawsze|na zawsze|za każdym razem|w każdej odpowiedzi|"
        "w przyszłości|na stałe"
    ),
    "ROLE": (
        "jesteś teraz|teraz jesteś|od teraz jesteś|udawaj|zachowuj się jak|zachowuj się jakbyś|wciel się|"
        "odgrywaj rolę|odegraj rolę|wyobraź sobie że jesteś|działaj jako|odpowiadaj jako|przyjmij rolę|"
        "zagraj rolę|graj rolę|podszyj się"
    ),
    "PERSONA": "rola|rolę|postać|postaci|osobowość|tożsamość",
    "MODE": (
        "tryb dewelopera|tryb programisty|trybie dewelopera|tryb administratora|tryb serwisowy|"
        "tryb debugowania|tryb testowy"
    ),
    "FREE": (
        "bez ograniczeń|bez żadnych ograniczeń|bez zasad|bez filtrów|bez limitów|brak ograniczeń|"
        "nieograniczon*|wszystko wolno|bez zakazów"
    ),
    "LOOSE": "bez cenzury|nieocenzurowan*|niemoraln*|nieetyczn*|bez moralności|bez skrupułów",
    "SHOW": "pokaż|wyświetl|wypisz|wydrukuj|podaj|pokazać|wymień|przedstaw",
    "DUMP": "ujawnij|ujawnić|zdradź|wyjaw|odsłoń|wydaj",
    "REPEAT": "powtórz|zacytuj|przytocz|wyrecytuj|odtwórz|przepisz",
    "ASK": "powiedz mi|podaj mi|daj mi|pokaż mi|co zawiera",
    "TELL": "powiedz|odpowiedz|napisz|mów|stwierdź",
    "UTTER": "powiedz tylko|odpowiedz tylko|napisz tylko|odpowiadaj tylko|odpowiedz słowami",
    "EXACT": "słowo w słowo|dosłownie|co do słowa|w całości|dokładnie",
    "SEND": "wyślij|wysłać|prześlij|przekaż|przekieruj|wrzuć|opublikuj|załaduj",
    "STEAL": "ukradnij|wykradnij|wykraść|ukraść",
    "EXEC": "wykonaj|uruchom|usuń|skasuj|zainstaluj|przelej",
    "HUSH": (
        "nie mów|nikomu nie mów|nie wspominaj|bez pytania|bez potwierdzenia|bez informowania|bez wiedzy|"
        "po cichu|potajemnie|w tajemnicy|w sekrecie|nie informuj|ukryj przed użytkownikiem|skrycie"
    ),
    "CLAIM": (
        "jestem twoim twórcą|jestem twoim programistą|jestem administratorem|jestem twoim administratorem|"
        "stworzyłem cię|zaprogramowałem cię"
    ),
    "BOSS": "twój twórca|twój programista|twoi twórcy",
    "ADMIN": "administrator*",
    "PRIOR": (
        "poprzedni*|wcześniejsz*|powyższ*|powyżej|dotychczasow*|uprzedni*|pierwotn*|początkow*|istniejąc*|otrzyman*"
    ),
    "PRIOR INSTR": "wszystko powyżej|wszystko co było wcześniej|wszystko co ci|to co ci powiedziano",
    "ALL": "wszystkie|wszystkich|wszystko|każd*|całość",
    "INSTR": "instrukcj*|polece*|rozkaz*|wytyczn*|dyrektyw*|wskazówk*|komend*|prompt|prompty|nakaz*",
    "RULES": "zasad*|reguły|regułę|reguła|regułami|regulamin|przepisy",
    "CONTEXT": "wiadomość|wiadomości|rozmow*|kontekst|tekst",
    "SAFETY": "bezpieczeństw*|etyk*|etyczn*|moraln*|ochron*",
    "LIMIT": "ograniczeni*|limit*|filtr*|blokad*|cenzur*|zabezpieczeni*|zakaz*",
    "SYS": (
        "prompt systemowy|wiadomość systemow*|instrukcje systemowe|twoje instrukcje|ukryte instrukcje|"
        "tajne instrukcje|twoja konfiguracja|promptu systemowego"
    ),
    "SECRET": (
        "hasło|hasła|haseł|klucz API|klucze API|tajny klucz|tajne|sekret*|dane logowania|token|kod dostępu|poufne"
    ),
    "DATA": "historia|historię|rozmowę|dane|pliki|kontakty|pamięć|maile",
    "YOUR": "ty|ci|cię|tobie|twój|twoje|twoja|twoich|swoje|swój|swoich",
    "BOT": "AI|asysten*|model językowy|chatbot|agent|sztuczna inteligencja|sztuczną inteligencją|bot",
    "USER": "użytkownik*",
    "LOUD": "ważne|uwaga|pilne",
    "ONREAD": "jeśli to czytasz|gdy to czytasz|kiedy to czytasz|jeśli jesteś AI",
    "META": "atak|ataki|atakując*|przykład*",
    "NEG": "nie|nigdy|nigdy bez|nie bez",
}

CZECH: dict[str, str] = {
    "DROP": (
        "ignoruj|ignorujte|zapomeň|zapomeňte|nedbej|nevšímej si|neřiď se|neposlouchej|přehlížej|opomeň|"
        "nedodržuj|neber v úvahu"
    ),
    "SKIP": "přeskoč|obejdi|poruš|přepiš|zruš",
    "VOID": "už neplatí|již neplatí|zrušen*|neplatn*|odvolán*|nahrazen*",
    "NONE": "bez|žádné|žádná|žádný",
    "TURNOFF": "vypni|vypněte|deaktivuj|zakaž|odstraň",
    "OBEY": "poslouchej jen mě|poslouchej pouze mě|dělej co říkám|plň mé příkazy|moje příkazy|uposlechni",
    "REFUSAL": "nikdy neodmítej|neodmítej|nesmíš odmítnout|nikdy neodmítne",
    "NEWTASK": "nový úkol|nové pokyny|nová pravidla|místo toho|nová role|nové instrukce",
    "LASTING": "od teď|od nynějška|odteď|vždy|navždy|pokaždé|v každé odpovědi|do budoucna",
    "ROLE": (
        "nyní jsi|teď jsi|jsi nyní|předstírej|chovej se jako|hraj roli|představ si že jsi|vystupuj jako|"
        "odpovídej jako|ujmi se role"
    ),
    "PERSONA": "role|roli|postava|osobnost|identita",
    "FREE": "bez omezení|bez jakýchkoli omezení|bez pravidel|bez filtrů|bez hranic|neomezen*|vše je dovoleno",
    "LOOSE": "necenzurovan*|bez cenzury|nemorální|neetick*|bez morálky",
    "SHOW": "ukaž|zobraz|vypiš|uveď|vytiskni|napiš",
    "DUMP": "odhal|prozraď|vyzraď|zveřejni",
    "REPEAT": "zopakuj|opakuj|cituj|přepiš doslova",
    "ASK": "řekni mi|dej mi|sděl mi",
    "TELL": "řekni|odpověz|napiš",
    "EXACT": "slovo od slova|doslova|doslovně|přesně",
    "SEND": "pošli|odešli|přepošli|nahraj",
    "EXEC": "spusť|proveď|smaž|vymaž",
    "HUSH": "neříkej|nikomu neříkej|nezmiňuj|bez ptaní|bez potvrzení|tajně|potají|potichu|bez vědomí",
    "CLAIM": "jsem tvůj vývojář|jsem tvůj tvůrce|jsem správce|jsem administrátor|vytvořil jsem tě",
    "PRIOR": "předchozí*|dřívější*|výše|uveden*|původní*|dosavadní*|předešl*",
    "ALL": "všechny|všechna|všechno|vše|veškeré|každ*",
    "INSTR": "pokyn*|instrukc*|příkaz*|směrnic*|rozkaz*|prompt",
    "RULES": "pravidl*|zásad*",
    "SAFETY": "bezpečnost*|etik*|etick*",
    "LIMIT": "omezení|filtr*|limit*|cenzur*",
    "SYS": "systémový prompt|systémová zpráva|systémové pokyny|tvé pokyny|tvoje instrukce|skryté pokyny",
    "SECRET": "heslo|hesla|klíč API|tajný klíč|tajemství|přihlašovací údaje|token",
    "DATA": "historie|historii|konverzac*|data|soubory|paměť",
    "YOUR": "ty|tvé|tvůj|tvoje|tvá|svá|své|ti",
    "BOT": "AI|asistent*|jazykový model|chatbot|umělá inteligence",
    "USER": "uživatel*",
    "META": "útok|útoky|útočník*|příklad",
    "NEG": "ne|nikdy",
}

RUSSIAN: dict[str, str] = {
    "DROP": (
        "игнорируй*|проигнорируй*|игнорировать|забудь|забудьте|забыть|не обращай внимания|"
        "не обращайте внимания|пренебреги*|не учитывай*|не следуй*|не слушай*|не соблюдай*|не подчиняйся|"
        "отбрось|отбросьте|не принимай во внимание|оставь без внимания|наплюй на|выброси из головы|"
        "отложи в сторону"
    ),
    "SKIP": "пропусти|пропустите|обойди|обойдите|обходи|нарушь|нарушай|отмени|отмените|сотри|удали|перезапиши",
    "VOID": (
        "больше не действ*|уже не действ*|утратили силу|утратил* силу|недействительн*|отменены|отменен*|"
        "аннулирован*|заменены на|больше не имеют силы|не имеют силы|устарели"
    ),
    "NONE": "без|никаких|нет|свободен от|лишен",
    "TURNOFF": "отключи|отключите|отключить|выключи|выключите|деактивируй*|сними|снимите|убери|отмени",
    "OBEY": (
        "подчиняйся|подчиняйтесь|повинуйся|слушайся|слушай только меня|делай то что я|делай что я говорю|"
        "делай как я|выполняй только мои|выполняй мои|мои приказы|мои команды|отвечай на все"
    ),
    "REFUSAL": (
        "никогда не отказывай*|не отказывай*|не имеешь права отказ*|нельзя отказываться|запрещено отказ*|"
        "не отказывается"
    ),
    "NEWTASK": (
        "новая задача|новое задание|новые инструкции|новая инструкция|новые правила|новый приказ|"
        "вместо этого|новая роль|твоя настоящая задача|новые указания"
    ),
    "LASTING": (
        "с этого момента|отныне|с этой минуты|впредь|всегда|навсегда|каждый раз|в каждом ответе|"
        "во всех сессиях|в будущем|постоянно|с сегодняшнего дня|теперь всегда"
    ),
    "ROLE": (
        "ты теперь|теперь ты|вы теперь|теперь вы|отныне ты|притворись|притворитесь|веди себя как|"
        "ведите себя как|действуй как|действуйте как|сыграй роль|играй роль|играйте роль|представь что ты|"
        "представьте что вы|вообрази что ты|войди в роль|возьми на себя роль|отвечай как|выступай в роли|"
        "выступи в роли|перевоплотись|сделай вид что"
    ),
    "PERSONA": "роль|роли|персонаж*|личность|личности|образ",
    "MODE": (
        "режим разработчика|режиме разработчика|режим отладки|режим администратора|режим обслуживания|"
        "режим бога|тестовый режим"
    ),
    "FREE": (
        "без ограничений|без каких-либо ограничений|без всяких ограничений|без правил|без фильтров|без рамок|"
        "без границ|нет ограничений|никаких ограничений|неограниченн*|все можно|все разрешено|без запретов"
    ),
    "LOOSE": "без цензуры|нецензурирован*|аморальн*|безнравственн*|неэтичн*|без морали|беспринципн*|злой",
    "SHOW": "покажи|покажите|выведи|выведите|напечатай|распечатай|перечисли|отобрази|предоставь|напиши",
    "DUMP": "раскрой|раскройте|раскрыть|выдай|выдайте|разгласи|разоблачи|открой мне|слей",
    "REPEAT": "повтори|повторите|процитируй|процитируйте|воспроизведи|перепиши|перескажи дословно",
    "ASK": (
        "скажи мне|скажите мне|дай мне|дайте мне|расскажи мне|назови|назовите|сообщи мне|какой у тебя|"
        "какие у тебя|что написано в"
    ),
    "TELL": "скажи|скажите|ответь|ответьте|напиши|напишите|отвечай|говори|утверждай",
    "UTTER": "скажи только|ответь только|отвечай только|напиши только|просто скажи|ответь словом",
    "EXACT": "слово в слово|дословно|буквально|полностью|в точности|целиком",
    "SEND": (
        "отправь|отправьте|отправить|отправляй|перешли|перешлите|пересылай|пришли|передай|загрузи|опубликуй|"
        "выложи|отошли"
    ),
    "STEAL": "укради|украсть|похить|выкради|слей данные",
    "EXEC": "выполни|выполните|запусти|запустите|удали|удалите|сотри|установи|переведи деньги",
    "HUSH": (
        "не говори|не говорите|никому не говори|не сообщай*|не упоминай*|без ведома|без спроса|не спрашивая|"
        "без подтверждения|тайно|тайком|незаметно|молча|втайне|скрытно|скрой от|скрывай|не предупреждая|"
        "без уведомления"
    ),
    "CLAIM": (
        "я твой разработчик|я ваш разработчик|я твой создатель|я администратор|я твой администратор|"
        "я тебя создал|я тебя запрограммировал|я твой хозяин|я твой владелец"
    ),
    "BOSS": "твой разработчик|твои разработчики|твой создатель",
    "ADMIN": "администратор*",
    "PRIOR": (
        "предыдущ*|прежн*|прошл*|ранее|раньше|выше|вышеуказанн*|вышеизложенн*|исходн*|изначальн*|"
        "первоначальн*|существующ*|полученн*|данные тебе|до этого"
    ),
    "PRIOR INSTR": (
        "все вышесказанное|все вышеизложенное|все что было выше|все что тебе|то что тебе говорили|все сказанное"
    ),
    "ALL": "все|всех|всё|любые|любой|каждый|каждую|всю",
    "INSTR": ("инструкци*|указани*|приказ*|команд*|директив*|предписани*|распоряжени*|промпт*|установк*|наставлени*"),
    "RULES": "правила|правил|правило|правилам|правилами|правилах|политик*|регламент*|нормы",
    "CONTEXT": "сообщени*|разговор*|контекст*|текст*|диалог*",
    "SAFETY": "безопасност*|этик*|этическ*|морал*|защит*",
    "LIMIT": "ограничени*|запрет*|лимит*|фильтр*|цензур*|барьер*|рамки",
    "SYS": (
        "системный промпт|системного промпта|системное сообщение|системные инструкции|системную инструкцию|"
        "твои инструкции|свои инструкции|свой промпт|скрытые инструкции|секретные инструкции|"
        "начальные инструкции|твоя конфигурация|системный запрос"
    ),
    "SECRET": (
        "пароль|пароли|паролей|пароля|api ключ|api-ключ|апи ключ|секретный ключ|ключ доступа|секрет|секреты|"
        "секретн*|учетные данные|токен*|код доступа|конфиденциальн*"
    ),
    "DATA": "история|историю|переписк*|данные|файлы|контакты|память|разговор|письма",
    "YOUR": "ты|тебе|тебя|твой|твои|твоя|твоих|свои|свой|свою|вы|вам|ваши|ваш",
    "BOT": ("ии|ассистент*|помощник*|языковая модель|чат-бот|чатбот|бот|агент*|искусственный интеллект|нейросет*"),
    "USER": "пользовател*|юзер*",
    "LOUD": "важно|внимание|срочно",
    "ONREAD": "если ты это читаешь|если вы это читаете|когда ты это читаешь|если ты ии|ии который читает",
    "META": "атак*|злоумышленник*|пример|примеры|например",
    "NEG": "не|никогда|никогда не|не без",
}

UKRAINIAN: dict[str, str] = {
    "DROP": (
        "ігноруй*|проігноруй*|забудь|забудьте|не зважай|не звертай уваги|знехтуй|не дотримуйся|не слухай|"
        "відкинь|не враховуй"
    ),
    "SKIP": "пропусти|обійди|поруш|скасуй|видали",
    "VOID": "більше не діють|більше не діє|вже не діють|скасован*|недійсн*|втратили чинність|замінені",
    "NONE": "без|жодних|немає|ніяких",
    "TURNOFF": "вимкни|вимкніть|відключи|деактивуй|зніми|прибери",
    "OBEY": (
        "слухай тільки мене|слухай лише мене|роби що я кажу|виконуй лише мої|виконуй мої|мої накази|"
        "мої команди|підкоряйся"
    ),
    "REFUSAL": "ніколи не відмовляй*|не відмовляй*|не можеш відмовити*",
    "NEWTASK": "нове завдання|нові інструкції|нові правила|натомість|замість цього|нова роль",
    "LASTING": "відтепер|з цього моменту|віднині|завжди|назавжди|щоразу|у кожній відповіді|надалі",
    "ROLE": (
        "ти тепер|тепер ти|прикинься|поводься як|грай роль|зіграй роль|уяви що ти|дій як|відповідай як|"
        "виступай у ролі|вдавай"
    ),
    "PERSONA": "роль|ролі|персонаж*|особистість",
    "FREE": "без обмежень|без жодних обмежень|без правил|без фільтрів|немає обмежень|необмежен*|усе дозволено",
    "LOOSE": "без цензури|аморальн*|неетичн*|без моралі",
    "SHOW": "покажи|покажіть|виведи|надрукуй|надай|перелічи|напиши",
    "DUMP": "розкрий|розкрийте|видай|розголоси",
    "REPEAT": "повтори|процитуй|відтвори",
    "ASK": "скажи мені|дай мені|розкажи мені|назви|який у тебе|які твої|повідом мені",
    "TELL": "скажи|відповідай|напиши|дай відповідь",
    "EXACT": "слово в слово|дослівно|повністю|точно",
    "SEND": "надішли|надіслати|відправ|перешли|передай|завантаж",
    "EXEC": "виконай|запусти|видали|зітри",
    "HUSH": ("не кажи|нікому не кажи|не згадуй|без підтвердження|не питаючи|таємно|потайки|мовчки|без відома|приховай"),
    "CLAIM": "я твій розробник|я твій творець|я адміністратор|я тебе створив",
    "PRIOR": "попередн*|раніше|вище|вищезазначен*|початков*|колишн*|отриман*|наявн*",
    "ALL": "усі|всі|усе|все|кожн*|будь-які",
    "INSTR": "інструкці*|вказівк*|наказ*|команд*|директив*|настанов*|промпт*",
    "RULES": "правила|правил|правило|правилам|правилами|правилах|політик*",
    "SAFETY": "безпек*|етик*|етичн*|морал*",
    "LIMIT": "обмежен*|заборон*|фільтр*|цензур*",
    "SYS": (
        "системний промпт|системне повідомлення|системні інструкції|твої інструкції|свої інструкції|"
        "приховані інструкції"
    ),
    "SECRET": "пароль|паролі|секрет*|таємн* ключ*|ключ доступу|токен*|облікові дані",
    "DATA": "історія|історію|розмов*|дані|файли|пам'ять",
    "YOUR": "ти|тобі|тебе|твій|твої|твоя|свої|ви|ваші",
    "BOT": "ші|асистент*|помічник*|мовна модель|чат-бот|бот|штучний інтелект",
    "USER": "користувач*",
    "META": "атак*|зловмисник*|приклад*",
    "NEG": "не|ніколи",
}

BULGARIAN_SERBIAN_CROATIAN: dict[str, str] = {
    "DROP": (
        "игнорирай*|забрави|не обръщай внимание|не спазвай|занемари|заборави|игнориши|игнорисати|ignoriraj|"
        "ignoriši|zanemari|zaboravi|ne obaziri se|ne slijedi|ne prati"
    ),
    "PRIOR": "предишн*|горните|по-горе|претходн*|prethodn*|ranij*|gore naveden*|izvorn*",
    "ALL": "всички|всичко|сва|све|sve|svih|sva|svaku",
    "INSTR": "инструкции|указания|заповеди|упутств*|наредб*|uput*|naredb*|instrukcij*|smjernic*|nalog*",
    "RULES": "правила|pravila|pravilo",
    "ROLE": (
        "сега си|преструвай се|дръж се като|сада си|претварај се|sada si|pretvaraj se|ponašaj se kao|glumi|igraj ulogu"
    ),
    "FREE": "без ограничения|без ограничења|bez ograničenja|bez pravila|neograničen*",
    "SHOW": "покажи|изведи|прикажи|pokaži|prikaži|ispiši|otkrij",
    "SYS": (
        "системния промпт|системното съобщение|системски промпт|sistemski prompt|sistemska poruka|"
        "svoje upute|tvoje upute"
    ),
    "SECRET": "парола|паролата|лозинк*|lozink*|zapork*|tajn*",
    "SEND": "изпрати|препрати|пошаљи|pošalji|proslijedi",
    "HUSH": "не казвай|тайно|без да питаш|nemoj reći|tajno|potajno|bez pitanja|bez potvrde",
    "LASTING": "отсега нататък|от сега нататък|винаги|од сада|увек|od sada|uvijek|uvek|zauvijek",
}
