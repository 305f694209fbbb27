"""Words by which rules, headings, roles and descriptions are told apart, in the languages memories are written in.

All comparing happens on folded text: lower case, without accents. A list need not be complete: a block that no list
speaks for is kept as a rule in an instruction document and as an episode everywhere else, so nothing is lost.
"""

import re
from enum import Enum

from kirocrew.base.text import fold

# Only so much of a block is looked at: a rule says what it wants early.
_SEEN_CHARS = 1_000


class Section(Enum):
    """What a heading announces."""

    RULES = "rules"
    PREFERENCES = "preferences"
    USER = "user"
    PROJECTS = "projects"
    OUTDATED = "outdated"
    KNOWLEDGE = "knowledge"


def _words(*languages: str) -> str:
    """One alternation of all words, which are separated by commas; folded here, so they are written as usual."""
    words = [word.strip() for language in languages for word in language.split(",")]
    return "|".join(fold(word) for word in words if word)


def _pattern(*spaced: str, unspaced: str = "") -> re.Pattern[str]:
    """A pattern for whole words, and for those of languages without spaces, which match anywhere."""
    parts = [rf"(?<!\w)(?:{_words(*spaced)})(?![\w/])"]
    if unspaced:
        parts.append(_words(unspaced))
    return re.compile("|".join(parts))


# Words that make a sentence a rule wherever it stands.
_RULE_WORDS = _pattern(
    r"never, always, must, mustn['’]t, do not, don['’]t, should, shouldn['’]t, shall, avoid, ensure, make sure",
    r"not allowed, forbidden, prohibited, need to, needs to, need a, required, require, requires, remember to",
    r"be sure to, instead of, before committing, only when, only if, unless, prefer, will not, will always, may not",
    r"cannot be, explicit approval, without approval",
    # German, French
    r"immer, nie, niemals, nichts, muss, müssen, soll, sollen, sollte, darf nicht, dürfen nicht, vermeide, vermeiden",
    r"verwende, nutze, toujours, jamais, ne pas, doit, doivent, il faut, éviter, évitez, utilisez, assurez-vous",
    r"préférez, interdit, ne \w+ (?:pas|jamais)",
    # Spanish, Portuguese, Italian
    r"siempre, nunca, debe, deben, hay que, evita, evitar, prohibido, asegúrate",
    r"no se debe, sempre, deve, devem, não",
    r"evite, mai, devono, evitare",
    # Turkish, Russian, Polish, Indonesian
    r"her zaman, asla, daima, mutlaka, zorunlu, gerekir, gerekli, kullanın, kaçının",
    r"yapmayın, \w+(?:malı|meli)(?:dır|dir)?",
    r"всегда, никогда, нельзя, должен, должна, должны, избегай, избегайте, используй, используйте, обязательно",
    r"необходимо, следует, zawsze, nigdy, należy, selalu, jangan, harus",
    # Chinese, Japanese, Korean, Arabic
    unspaced="必须,必須,必需,务必,不要,不得,不能,不可,不应,禁止,切勿,请勿,严禁,应该,应当,始终,总是,永远不,从不,绝不,避免,确保,优先,"
    "请(?!求),しない,ください,下さい,すること,するべき,べきで,必ず,常に,決して,避け,使わない,なければ,ならない,推奨,優先する,"
    "하지 마,마세요,마십시오,금지,반드시,항상,절대,해야,하세요,하십시오,할 것,말 것,피하,دائما,يجب,تجنب,لا تقم",
)
# Vietnamese tells words apart by accents alone, so these are compared with theirs.
_VIETNAMESE_RULE = re.compile(
    r"(?<!\w)(?:luôn|không bao giờ|không được|đừng|(?<!không )phải|hãy|tránh|bắt buộc|nghiêm cấm)(?!\w)"
)
_VIETNAMESE_OPENING = re.compile(r"(?:không|sử dụng|dùng|nên|cần|ưu tiên|viết|chạy|kiểm tra|giữ|hãy)(?!\w)")

# A sentence that opens with one of these tells the reader to do something.
_OPENING_WORDS = _pattern(
    "adapt, add, address, adhere, after, aim, allow, always, analy[sz]e, announce",
    "append, apply, ask, assume, attach",
    "audit, authenticate, back up, batch, be, before, begin, break, bring, build, bump, cache, call, capture, check",
    "choose, cite, clean, clear, close, combine, comment, commit, compare, complete, configure, confirm, consider",
    "continue, convert, copy, cover, create, debug, default, define, delegate, delete",
    "deny, deploy, describe, design",
    "disable, do, document, download, draft, edit, employ, enable, encrypt, end",
    "enforce, escape, establish, evaluate",
    "exclude, execute, explain, expose, extract, fail, favou?r, fetch, filter, find",
    "fix, flag, focus, follow, format",
    "generate, get, give, go, group, guard, handle, have, help, hide, highlight, identify",
    "if, ignore, implement, import",
    "include, inform, inspect, install, invoke, isolate, keep, label, lead, leave, let",
    "limit, link, list, load, lock",
    "log, look, maintain, make, mark, match, measure, memoize, mention, merge",
    "minimi[sz]e, mirror, mock, monitor, move",
    "name, never, no, note, notify, offer, omit, only, open, organi[sz]e, output",
    "parameteri[sz]e, pass, perform, pick",
    "pin, place, plan, post, prefix, prevent, prioriti[sz]e, proceed, propose, protect",
    "provide, pull, push, put, quote",
    "raise, read, rebase, record, redact, refactor, refer, reject, rely, remember, remove, rename, render, replace",
    "reply, report, respect, respond, restrict, return, reuse, review, rotate, route",
    "run, sanitize, save, scan, scope",
    "scrub, search, send, separate, set, share, ship, show, sign, skip, split, start, stay, stick, stop, store, stub",
    "summari[sz]e, switch, sync, take, target, tell, test, think, throw, track, treat, trust, try, turn, understand",
    "update, upload, use, using, utili[sz]e, validate, verify, wait, warn, watch, when",
    "whenever, wire, work, wrap, write",
    "nutze, verwende, schreibe, halte, achte, kein, keine, nicht, utiliser, utilise, ne, pas de, usar, usa, utiliza",
    "no, não, use, kullan, не, используй",
)
# Openings that are an instruction also in a memory, where "Design lead" and "No nuts" are none.
_FIRM_OPENINGS = _pattern(
    r"you (?!are|were|have|had|can|may|will)\w+, add, answer, apply, ask, back up, check, confirm, create, delete",
    "double-check, follow, give, ignore, include, keep, look for, log, monitor, put, read, remember, remove, reply",
    "respect, respond, review, run, save, send, skip, store, tell, treat, update, use",
    "verify, when asked, when in doubt",
    "whenever, write, nutze, verwende, schreibe, utilise, usa, utiliza, используй",
)
# A firm opening of a shorter text may still be a title, in characters.
_FIRM_CHARS = 25
_BULLET_NOISE = re.compile(r"^[^\w`]*_*(?:\d{4}-\d{2}(?:-\d{2})?[\s:：—–-]+)?", re.UNICODE)
_LABEL = re.compile(r"^[^:：.!?。]{1,60}[:：]\s*|^\*\*[^*]{1,80}\*\*\s*[—–:.-]*\s*")

# A description says what something is: by its verb, or by what it opens with: code, a link, a path, a version.
_DESCRIBES = re.compile(
    r"^(?!you\b)(?:the|this|these|it|an?|our|each|every|all|[\w().]+(?:[ -][\w().]+){0,4})\s+"
    r"(?:is|are|was|were|has|have|had|contains?|provides?|supports?|consists?|includes?|follows?|lives?|handles?|covers?|"
    r"describes?|represents?|returns?|offers?|combines?|manages?|implements?|exports?|runs?|comes?|uses?)\b"
)
_OPENS_WITH_SUBJECT = re.compile(
    r"^\W*`[^`]+`\S*(?:\s*[,+/&]\s*`[^`]+`)*\s*(?:\([^)]*\)\s*)?(?:[-—–:=：→]|->|#)"
    r"|^\W*\[[^\]]+\]\([^)]*\)\s*[-—–:]|^[\w.@-]+(?:/[\w.*-]+)*/(?:[\w*-]+\.\w+)?\s+[-—–:]"
    r"|^\W*(?:version|last updated?|updated|status|licen[cs]e|author)\W*[:：]"
    r"|^\W*(?:版本|最后更新|バージョン|最終更新|버전)\W*[:：]",
    re.IGNORECASE,
)

_IDENTITY = _pattern(
    r"you are (?:a|an|the|now|my|our), you are \w+[.], you['’]re (?:a|an|the|my|our)",
    r"act as, your (?:role|persona|name) is",
    r"i am an?, i['’]m an?, du bist (?:ein|eine|der|die), sie sind (?:ein|eine)",
    r"tu es (?:un|une), vous êtes (?:un|une)",
    r"eres (?:un|una), você é (?:um|uma), sei (?:un|una), bạn là, sen bir, ты [—-], вы [—-], jesteś",
    unspaced="你是,您是,あなたは[^。]*(?:です|である),당신은[^.]*(?:입니다|이다),أنت",
)
_PORTRAIT = re.compile(r"^(?:he|she|they|\w+)(?:['’]s| is) (?:a|an|the|not|always|never)\b")
_BOILERPLATE = re.compile(
    r"^(?:this (?:file|document|guide) (?:provides|contains|gives|offers|defines|is for|covers|serves|"
    r"describes|explains|outlines|documents)\b"
    r"|(?:该|本|此|这个)(?:文件|文档).{0,40}(?:提供|包含)|(?:この|本)(?:ファイル|文書|ドキュメント)は"
    r"|이 파일은|bu dosya\b|ce fichier (?:fournit|contient)|diese datei (?:enthalt|gibt|dient)"
    r"|este archivo (?:proporciona|contiene)|tep nay\b)"
)
_GUIDANCE = re.compile(
    r"guid|instruct|agent|claude|codex|copilot|gemini|anleitung|指导|指引|ガイダンス|안내|rehber|consignes"
)

_HEADINGS = {
    Section.OUTDATED: _pattern(
        "outdated, obsolete, deprecated, superseded, archived?, old, veraltet, überholt, obsolète, obsoleto, archivo",
        "lỗi thời, eski, устарело, устаревшее",
        unspaced="过时,废弃,已归档,廃止,古い,오래된,폐기",
    ),
    Section.RULES: _pattern(
        "rules?, guidelines?, principles?, directives?, boundaries, constraints?",
        "conventions?, polic(?:y|ies), protocols?",
        "lessons?, learned, learnings?, learnt, best practices, instructions?, avoid, never",
        "always, do['’]?s, don['’]?ts",
        "must, invariants?, regeln?, richtlinien, gelernt, lektionen, grundsätze, règles?",
        "principes?, leçons?, consignes",
        "reglas?, principios, lecciones, aprendido, normas, regras, lições, regole",
        "lezioni, quy tắc, bài học, ghi nhớ",
        "nguyên tắc, kurallar, kurallari, ilkeler, dersler, правила, уроки, принципы, zasady",
        unspaced="规则,规范,准则,原则,约定,教训,经验,注意事项,ルール,規則,原則,教訓,規約,注意,学んだ,규칙,원칙,교훈,기억할,배운",
    ),
    Section.PREFERENCES: _pattern(
        "preferences?, prefs?, likes, dislikes, style, habits, vorlieben, präferenzen",
        "préférences?, goûts, preferencias?",
        "gustos, preferências, preferenze, sở thích, tercihler, предпочтения",
        unspaced="偏好,喜好,爱好,好み,嗜好,선호,취향",
    ),
    Section.USER: _pattern(
        "users?, about you, about me, about your human, human, person, personal, profile, identity, who i am, owner",
        "benutzer, nutzer, persönlich, utilisateur, utilisatrice, profil, usuario",
        "usuaria, perfil, utente, người dùng",
        "kullanıcı, пользователь",
        unspaced="用户,个人,关于我,ユーザー,本人,利用者,プロフィール,사용자,프로필",
    ),
    Section.PROJECTS: _pattern(
        "projects?, projekte?, projets?, proyectos?, projetos?, progetti, dự án, projeler, проекты",
        unspaced="项目,專案,プロジェクト,프로젝트",
    ),
    Section.KNOWLEDGE: _pattern(
        "architecture, overview, structure, layout, map, directory, directories, key files, components, modules",
        "packages, commands?, cheat ?sheet, reference, endpoints?, features?, stack, environment variables, glossary",
        "quick start, examples?, background, context, what this is, what is this, data ?model, schema, pipeline",
        "architektur, überblick, struktur, aufbau, befehle, mimari, yapısı, genel bakış, komutlar, arquitectura",
        "estructura, comandos, aperçu, commandes, kiến trúc, tổng quan, cấu trúc, lệnh, архитектура, команды",
        unspaced="架构,结构,概述,概览,命令,构成,構成,構造,アーキテクチャ,概要,コマンド,아키텍처,구조,개요,명령어",
    ),
}


def is_rule(text: str) -> bool:
    """Whether the text says what must, should or must not be done, in words that leave no doubt."""
    return bool(_RULE_WORDS.search(_seen(text)) or _VIETNAMESE_RULE.search(text[:_SEEN_CHARS].lower()))


def is_request(text: str, *, firmly: bool = False) -> bool:
    """Whether the text, or what follows its label, opens like an instruction; `firmly`: in a memory, too."""
    text = text[:_SEEN_CHARS]
    openings = (_BULLET_NOISE.sub("", text), _BULLET_NOISE.sub("", _LABEL.sub("", text)))
    if firmly:
        return len(text) >= _FIRM_CHARS and any(_FIRM_OPENINGS.match(fold(opening)) for opening in openings)
    return any(_OPENING_WORDS.match(fold(opening)) or _vietnamese(opening) for opening in openings)


def is_description(text: str) -> bool:
    """Whether the text explains what something is, rather than what to do."""
    return bool(_OPENS_WITH_SUBJECT.match(text[:_SEEN_CHARS]) or _DESCRIBES.match(_opening(text)))


def is_identity(text: str) -> bool:
    """Whether the text gives the agent a role or a character; those are not memories."""
    return bool(_IDENTITY.match(_opening(text)))


def is_portrait(text: str) -> bool:
    """Whether the text tells of somebody, as a story does: "She's not naive"."""
    return bool(_PORTRAIT.match(_opening(text)))


def is_boilerplate(text: str) -> bool:
    """Whether the text only says what its file is for."""
    opening = _opening(text)
    return bool(_BOILERPLATE.match(opening) and _GUIDANCE.search(opening))


def section_of(heading: str) -> Section | None:
    """What a heading announces, or None when it is a subject of its own."""
    folded = _seen(heading)
    return next((section for section, pattern in _HEADINGS.items() if pattern.search(folded)), None)


def _seen(text: str) -> str:
    return fold(text[:_SEEN_CHARS])


def _opening(text: str) -> str:
    return _BULLET_NOISE.sub("", _seen(text))


def _vietnamese(opening: str) -> bool:
    return bool(_VIETNAMESE_OPENING.match(opening.lower()))
