"""The project's own training texts: sentences written one by one, and more of them put together from phrases.

``data/written.jsonl`` holds the sentences. ``data/phrases.json`` holds, per language, what attacks and harmless
requests are made of: verbs with a place for an object, objects of attacks, and objects of everyday life for the same
verbs. So the model sees that "forget" means nothing by itself. ``data/kinds.json`` does the same for other kinds of
attack (asking for secrets, claims of authority, modes, orders planted in pages and code, forced answers) and for their
harmless neighbours: tasks for programmers, texts of user interfaces, small talk, notes, office notices.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

DATA: Final = Path(__file__).with_name("data")
WRITTEN: Final = "written"
PHRASES: Final = "written-phrases"
KINDS: Final = "written-kinds"
SEED: Final = 7
MOST, MANY, FEW = 400, 130, 43  # texts of each label: English, other languages, those with few phrases
WRAPPED = {"injection": ("lure", 0.4), "benign": ("calm", 0.3)}  # what introduces a text, and how often
DOUBLED = 0.3  # share of attacks of two orders
CLOSING = ".,，。、；"


class Recipe(NamedTuple):
    """Pairs of slots, verb and object, and how often each is drawn. Of a slot alone the phrase is the text."""

    injection: dict[tuple[str, ...], int]
    benign: dict[tuple[str, ...], int]


DRAWS = Recipe(
    injection={("drop", "rules"): 4, ("show", "hidden"): 3, ("role", "evil"): 3, ("send", "loot"): 2},
    benign={("drop", "harmless"): 4, ("show", "open"): 3, ("role", "nice"): 3, ("mail",): 2, ("frame", "code"): 4},
)
TASK = ("task", "goal")
KIND_DRAWS = Recipe(
    injection={
        ("ask", "vault"): 3,
        ("claim", "demand"): 3,
        ("switch", "evilmode"): 2,
        ("page", "planted"): 3,
        ("force", "canary"): 2,
    },
    benign={("claimok", "help"): 2, ("switch", "nicemode"): 2, ("page", "content"): 2, TASK: 4},
)
KIND_WHOLE = {
    "injection": ("threat", "over", "more"),
    "benign": ("vaultok", "format", "biz", "ui", "chat", "note", "hard"),
}
KIND_MOST, KIND_MANY = 400, 200  # put together of each label, beside the whole ones: English, other languages
Slots = dict[str, list[str]]


def written_rows() -> list[dict[str, Any]]:
    """Labelled rows (``text label lang kind source``), always the same in the same order."""
    rows: list[dict[str, Any]] = []
    for line in (DATA / "written.jsonl").read_text(encoding="utf-8").splitlines():
        rows.append({**json.loads(line), "source": WRITTEN})
    phrases = json.loads((DATA / "phrases.json").read_text(encoding="utf-8"))
    for lang, slots in phrases.items():
        split = {name: some.split("|") for name, some in slots.items()}
        for label in Recipe._fields:
            for text in composed(lang, split, label):
                rows.append({"text": text, "label": label, "lang": lang, "kind": "phrases", "source": PHRASES})
    return rows + list(kind_rows())


def kind_rows() -> Iterator[dict[str, Any]]:
    """Rows of the kinds, put together from two phrases each, and those that are whole."""
    for lang, slots in json.loads((DATA / "kinds.json").read_text(encoding="utf-8")).items():
        split = {name: some.split("|") for name, some in slots.items()}
        for label in Recipe._fields:
            whole = [text for slot in KIND_WHOLE[label] for text in split.get(slot, ())]
            for text in [*paired(lang, split, label), *whole]:
                yield {"text": text, "label": label, "lang": lang, "kind": "kinds", "source": KINDS}


def paired(lang: str, slots: Slots, label: str) -> Iterator[str]:
    """Texts of two phrases drawn from one language, each once."""
    chance = random.Random(f"{SEED} {lang} {label} kinds")
    draws: dict[tuple[str, ...], int] = getattr(KIND_DRAWS, label)
    recipes = [recipe for recipe, times in draws.items() for _ in range(times)]
    seen: set[str] = set()
    for _ in range(KIND_MOST if lang == "en" else KIND_MANY):
        recipe = chance.choice(recipes)
        text = as_typed(chance, filled(chance, slots, recipe))
        if recipe == TASK and chance.random() < 0.5:  # what programmers are asked for has more than one sentence
            text += " " + filled(chance, slots, recipe)
        if text not in seen:
            seen.add(text)
            yield text


def as_typed(chance: random.Random, text: str) -> str:
    """With or without a capital, now and then all in capitals or none."""
    draw = chance.random()
    if draw > 0.95:
        return text.upper()
    if draw > 0.3:
        return text[:1].upper() + text[1:]
    return text.lower() if draw < 0.1 else text


def composed(lang: str, slots: Slots, label: str) -> Iterator[str]:
    """Texts drawn from the phrases of one language, each once."""
    chance = random.Random(f"{SEED} {lang} {label}")
    draws: dict[tuple[str, ...], int] = getattr(DRAWS, label)
    recipes = [recipe for recipe, times in draws.items() if all(slot in slots for slot in recipe) for _ in range(times)]
    count = MOST if lang == "en" else MANY if "lure" in slots else FEW
    seen: set[str] = set()
    for _ in range(count):
        text = one_text(chance, slots, recipes, label)
        if text not in seen:
            seen.add(text)
            yield text


def one_text(chance: random.Random, slots: Slots, recipes: list[tuple[str, ...]], label: str) -> str:
    recipe = chance.choice(recipes)
    text = filled(chance, slots, recipe)
    if recipe == ("drop", "rules"):
        text += tail(chance.choice(slots["then"]))
    elif label == "injection" and chance.random() < DOUBLED:
        text += ". " + filled(chance, slots, chance.choice(recipes))
    wrapper, share = WRAPPED[label]
    if wrapper in slots and chance.random() < share:
        text = chance.choice(slots[wrapper]).replace("{}", text)
    return finished(chance, text)


def filled(chance: random.Random, slots: Slots, recipe: tuple[str, ...]) -> str:
    frame = chance.choice(slots[recipe[0]])
    return frame.replace("{}", chance.choice(slots[recipe[1]])) if len(recipe) > 1 else frame


def tail(more: str) -> str:
    return more if not more or more[0] in CLOSING else f" {more}"


def finished(chance: random.Random, text: str) -> str:
    """As people type: with or without a capital and a stop, now and then all in capitals."""
    draw = chance.random()
    if draw > 0.95:
        text = text.upper()
    elif draw > 0.3:
        text = text[:1].upper() + text[1:]
    return text + "." if chance.random() < 0.5 and text[-1].isalnum() else text
