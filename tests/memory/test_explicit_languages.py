"""One table for each language: what a turn says, and what is kept of it."""

import pytest

from memory.models import Kind
from tests.memory.explicit_saying import item_of, items_of

TABLES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "english": (
        ("Hello, my name is Harriet Okafor.", "user.name", "Harriet Okafor"),
        ("You can call me Hattie.", "user.preferred_name", "Hattie"),
        ("I live in Dundee.", "user.location", "Dundee"),
        ("My editor is Helix.", "pref.editor", "Helix"),
        ("Never push to main.", "lesson", "Never push to main"),
        ("Use tabs instead of spaces from now on.", "lesson", "Use tabs"),
        ("I prefer tea to coffee.", "episode", "I prefer tea to coffee"),
        ("We switched from Jira to Linear.", "episode", "We switched from Jira to Linear"),
        ("The deadline is 14 April.", "2026-04-14", "The deadline is 14 April"),
        ("Keep in mind that I'm colour-blind.", "episode", "I'm colour-blind"),
    ),
    "german": (
        ("Hallo, ich heiße Jonas Brandt.", "user.name", "Jonas Brandt"),
        ("Nenn mich bitte Joni.", "user.preferred_name", "Joni"),
        ("Ich wohne in Frankfurt am Main.", "user.location", "Frankfurt am Main"),
        ("Meine Zeitzone ist Europe/Berlin.", "user.timezone", "Europe/Berlin"),
        ("Antworte ab jetzt auf Deutsch.", "lesson", "Antworte ab jetzt auf Deutsch"),
        ("Nie direkt auf main pushen.", "lesson", "Nie direkt auf main pushen"),
        ("Ich mag lieber Tee als Kaffee.", "episode", "Ich mag lieber Tee als Kaffee"),
        ("Wir nutzen GitLab statt GitHub.", "episode", "Wir nutzen GitLab statt GitHub"),
        ("Die Frist wurde auf den 15. Mai verlängert.", "2026-05-15", "Die Frist wurde auf den 15. Mai verlängert"),
        ("Merk dir, dass ich Vegetarier bin.", "episode", "ich Vegetarier bin"),
    ),
    "french": (
        ("Bonjour, je m'appelle Amélie Roux.", "user.name", "Amélie Roux"),
        ("Appelle-moi Mélie.", "user.preferred_name", "Mélie"),
        ("J'habite à Nantes.", "user.location", "Nantes"),
        ("Mon éditeur est Kate.", "pref.editor", "Kate"),
        ("Désormais, réponds en français.", "lesson", "réponds en français"),
        ("Ne pousse jamais sur main.", "lesson", "Ne pousse jamais sur main"),
        ("Je préfère le train à l'avion.", "episode", "Je préfère le train à l'avion"),
        ("On utilise Docker, pas Podman.", "episode", "On utilise Docker, pas Podman"),
        ("La date limite est le 12 juin.", "2026-06-12", "La date limite est le 12 juin"),
        ("Souviens-toi que je suis daltonien.", "episode", "je suis daltonien"),
    ),
    "spanish": (
        ("Hola, me llamo Lucía Navarro.", "user.name", "Lucía Navarro"),
        ("Puedes llamarme Lu.", "user.preferred_name", "Lu"),
        ("Vivo en Zaragoza.", "user.location", "Zaragoza"),
        ("Mi zona horaria es Europe/Madrid.", "user.timezone", "Europe/Madrid"),
        ("A partir de ahora responde en español.", "lesson", "responde en español"),
        ("Nunca borres archivos.", "lesson", "Nunca borres archivos"),
        ("Prefiero el té al café.", "episode", "Prefiero el té al café"),
        ("Pasamos de Slack a Teams.", "episode", "Pasamos de Slack a Teams"),
        ("El plazo termina el 31 de mayo.", "2026-05-31", "El plazo termina el 31 de mayo"),
        ("Recuerda que soy vegetariana.", "episode", "soy vegetariana"),
    ),
    "portuguese": (
        ("Oi, meu nome é Rafael Teixeira.", "user.name", "Rafael Teixeira"),
        ("Pode me chamar de Rafa.", "user.preferred_name", "Rafa"),
        ("Moro em Coimbra.", "user.location", "Coimbra"),
        ("Meu editor é o Sublime.", "pref.editor", "Sublime"),
        ("A partir de agora, responda em português.", "lesson", "responda em português"),
        ("Nunca apague arquivos.", "lesson", "Nunca apague arquivos"),
        ("Prefiro chá a café.", "episode", "Prefiro chá a café"),
        ("Usamos Vue, não React.", "episode", "Usamos Vue, não React"),
        ("O prazo é 10 de junho.", "2026-06-10", "O prazo é 10 de junho"),
        ("Lembre-se de que sou alérgico a camarão.", "episode", "sou alérgico a camarão"),
    ),
    "vietnamese": (
        ("Xin chào, tên tôi là Nguyễn Minh Anh.", "user.name", "Nguyễn Minh Anh"),
        ("Cứ gọi mình là Linh nhé.", "user.preferred_name", "Linh"),
        ("Tôi sống ở Đà Nẵng.", "user.location", "Đà Nẵng"),
        ("Trình soạn thảo của tôi là Vim.", "pref.editor", "Vim"),
        ("Từ giờ hãy trả lời bằng tiếng Việt.", "lesson", "trả lời bằng tiếng Việt"),
        ("Đừng bao giờ xóa tệp của tôi.", "lesson", "Đừng bao giờ xóa tệp của tôi"),
        ("Tôi thích trà hơn cà phê.", "episode", "Tôi thích trà hơn cà phê"),
        ("Chúng tôi đã chuyển từ Slack sang Teams.", "episode", "Chúng tôi đã chuyển từ Slack sang Teams"),
        ("Hạn chót là ngày 15/4.", "2026-04-15", "Hạn chót là ngày 15/4"),
        ("Hãy nhớ rằng tôi bị mù màu.", "episode", "tôi bị mù màu"),
    ),
    "chinese": (
        ("你好，我叫李雪，很高兴认识你。", "user.name", "李雪"),
        ("你可以叫我小周。", "user.preferred_name", "小周"),
        ("我住在杭州。", "user.location", "杭州"),
        ("我的编辑器是Vim。", "pref.editor", "Vim"),
        ("從現在開始請用繁體中文回覆。", "lesson", "用繁體中文回覆"),
        ("永远不要直接推送到主分支。", "lesson", "永远不要直接推送到主分支"),
        ("我更喜欢喝茶。", "episode", "我更喜欢喝茶"),
        ("我们从MySQL换成了PostgreSQL。", "episode", "我们从MySQL换成了PostgreSQL"),
        ("截止日期改到下周五了。", "2026-03-13", "截止日期改到下周五"),
        ("请记住，我女儿对花生过敏。", "episode", "我女儿对花生过敏"),
    ),
    "japanese": (
        ("はじめまして、私の名前は高橋美咲です。", "user.name", "高橋美咲"),
        ("みさきって呼んでください。", "user.preferred_name", "みさき"),
        ("仙台に住んでいます。", "user.location", "仙台"),
        ("エディタはEmacsです。", "pref.editor", "Emacs"),
        ("これからは敬語なしで話してください。", "lesson", "敬語なしで話してください"),
        ("絶対に本番に直接デプロイしないでください。", "lesson", "絶対に本番に直接デプロイしないでください"),
        ("コーヒーより紅茶の方が好きです。", "episode", "コーヒーより紅茶の方が好きです"),
        ("うちはGitHubではなくGitLabを使っています。", "episode", "うちはGitHubではなくGitLabを使っています"),
        ("締め切りは4月10日です。", "2026-04-10", "締め切りは4月10日です"),
        ("娘が卵アレルギーだということを覚えておいてください。", "episode", "娘が卵アレルギーだ"),
    ),
    "korean": (
        ("안녕하세요, 제 이름은 박지훈입니다.", "user.name", "박지훈"),
        ("그냥 지훈이라고 불러 주세요.", "user.preferred_name", "지훈"),
        ("저는 대전에 살아요.", "user.location", "대전"),
        ("제 시간대는 Asia/Seoul입니다.", "user.timezone", "Asia/Seoul"),
        ("앞으로는 존댓말로 대답해 주세요.", "lesson", "존댓말로 대답해 주세요"),
        ("절대 메인 브랜치에 푸시하지 마세요.", "lesson", "절대 메인 브랜치에 푸시하지 마세요"),
        ("저는 커피보다 차를 더 좋아해요.", "episode", "저는 커피보다 차를 더 좋아해요"),
        ("우리는 슬랙에서 팀즈로 옮겼어요.", "episode", "우리는 슬랙에서 팀즈로 옮겼어요"),
        ("마감이 금요일로 연기됐어요.", "2026-03-06", "마감이 금요일로 연기됐어요"),
        ("제 딸이 땅콩 알레르기가 있다는 걸 기억해 주세요.", "episode", "제 딸이 땅콩 알레르기가 있다"),
    ),
}
ROWS = [(language, *row) for language, rows in TABLES.items() for row in rows]


@pytest.mark.parametrize(("language", "text", "kept_as", "words"), ROWS)
def test_what_is_plainly_said_is_kept(language: str, text: str, kept_as: str, words: str) -> None:
    item = item_of(text)
    assert item.language == language
    if kept_as.startswith(("user.", "pref.")):
        assert (item.kind, item.key, item.value) == (Kind.FACT, kept_as, words)
    elif kept_as == "lesson":
        assert (item.kind, item.rule) == (Kind.LESSON, words)
    else:
        assert (item.kind, item.text) == (Kind.EPISODE, words)
        assert str(item.day) == (kept_as if kept_as != "episode" else "None")


@pytest.mark.parametrize(("language", "text", "kept_as", "words"), ROWS)
def test_the_same_words_in_quotation_marks_or_asked_are_nothing(
    language: str, text: str, kept_as: str, words: str
) -> None:
    bare = text.rstrip(".。")
    assert items_of(f"“{text}”") == []
    assert items_of(f"「{text}」") == []
    assert items_of(f"{bare}?") == []
    assert items_of(f"{bare}？") == []
