"""What the columns of a table are called, in the spellings people and programs give them."""

import re

from kirocrew.base.text import fold

_NAMES = {
    "text": (
        "text memory memories content note observation entry episode message statement body summary what"
        " inhalt erinnerung notiz texto contenido recuerdo nota contenu souvenir testo ricordo tekst"
        " 内容 记忆 記憶 文本 笔记 本文 メモ テキスト 내용 기억 메모"
        " nội_dung ghi_nhớ текст заметка memory_text text_content"
    ),
    "key": "key attribute property field fact_key memory_key schlüssel clave clé chiave 键 キー 키 ключ",
    "value": "value fact_value memory_value value_json wert valor valeur valore 值 値 값 значение giá_trị",
    "rule": "rule lesson instruction guideline regel lektion regla lección règle regola 规则 ルール 규칙 правило",
    "negative": "negative not avoid anti_pattern dont do_not instead_of nicht",
    "kind": "kind type record_type memory_type art typ tipo 类型 種類 종류 тип",
    "tags": "tags tag categories labels keywords hashtags schlagworte stichworte etiquetas 标签 タグ 태그 теги",
    "category": "category kategorie categoría catégorie 分类 カテゴリ",
    "observed_at": (
        "observed_at created_at created createdat date time timestamp datetime when observed added added_at added_on"
        " creation_date date_created datum zeit erstellt erstellt_am fecha creado data créé"
        " fecha_de_creación date_de_création"
        " 日期 时间 创建时间 日付 日時 作成日 날짜 дата ngày"
    ),
    "valid_from": "valid_from validfrom from start starts start_date since gültig_ab gültig_von desde ab 开始 開始",
    "valid_until": (
        "valid_until validuntil valid_to until expires expires_at expires_on expiration expiration_date expiry"
        " expiry_date end ends end_date gültig_bis läuft_ab hasta caduca 过期 截止 期限 有効期限 만료"
    ),
    "importance": "importance priority weight wichtigkeit importancia 重要性 重要度",
    "confidence": "confidence certainty konfidenz confianza 置信度 信頼度",
    "scope": "scope namespace",
    "project": "project workspace projekt proyecto projet 项目 プロジェクト 프로젝트",
    "conversation": "conversation conversation_id thread thread_id chat chat_id",
    "session": "session session_id run_id",
    "speaker": "speaker author said_by sprecher autor",
    "user": "user user_id userid username person owner benutzer usuario utilisateur 用户 ユーザー",
    "agent": "agent agent_id",
    "subject": "subject",
    "predicate": "predicate",
    "repo_scope": "repo_scope repository_path",
    "applies": "applies",
    "status": "status state is_deleted deleted",
    "uid": "uid id uuid memory_id record_id",
    "source": "source origin quelle",
    "source_ref": "source_ref",
}
_OUTSIDE = re.compile(r"[^\w]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def column_name(written: str) -> str:
    """The name of a header as it is compared: `Created At`, `createdAt`, `created-at` are `created_at`."""
    return _OUTSIDE.sub("_", fold(_HUMP.sub("_", written.strip()))).strip("_")


_FIELDS = {column_name(name): field for field, names in _NAMES.items() for name in names.split()}


def field_of(written: str) -> str:
    """The field a header means, or nothing."""
    return _FIELDS.get(column_name(written), "")
