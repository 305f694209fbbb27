"""MATCH expressions for FTS5. Text of a person or bot gets in as quoted tokens only, never as syntax."""

from collections.abc import Iterable

from memory.recall.scope import Scope


def search_expression(terms: Iterable[str], scope: Scope) -> str:
    """Rows inside the scope that hold any of the analysed terms. Needs at least one of each."""
    return f"{scope_expression(scope)} AND {terms_expression(terms)}"


def terms_expression(terms: Iterable[str]) -> str:
    """Rows that hold any of the analysed terms, wherever they are. Needs at least one."""
    return f"terms : ({any_of(terms)})"


def scope_expression(scope: Scope) -> str:
    """Rows inside the scope, whatever they say. The scope must not be empty."""
    return " AND ".join(f"scope : ({any_of(group)})" for group in scope.groups)


def any_of(tokens: Iterable[str]) -> str:
    return " OR ".join(map(quoted, tokens))


def quoted(token: str) -> str:
    """A string of FTS5: between quotes nothing but a quote has a meaning, and that one is doubled."""
    return '"' + token.replace('"', '""') + '"'
