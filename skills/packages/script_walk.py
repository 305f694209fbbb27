"""A walk over a script's syntax tree that knows what each name stands for."""

import ast
import re
from typing import Final

from hooks.services.reading import is_sensitive
from skills.packages import script_rules as rules
from skills.packages.script_text import folded

_TEXTS: Final = tuple((code, what, re.compile(shape, re.IGNORECASE)) for code, what, shape in rules.TEXTS)
_PATH: Final = re.compile(r"[^\s\n]{2,300}")
_ENVIRONS: Final = frozenset({"os.environ", "os.environb"})
_ONE_VARIABLE: Final = frozenset({"get", "pop", "setdefault", "keys"})
_LOOKING: Final = frozenset({"startswith", "endswith", "count", "find", "removeprefix", "index"})
_GETENVS: Final = frozenset({"os.getenv", "os.getenvb"})
_BUILTIN: Final = "builtins."

Found = tuple[int, str, str]
"""Line, code and message."""


class Walk(ast.NodeVisitor):
    """Collects in `found` what the policy forbids."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: list[Found] = []
        self.names = _names(tree)
        self.own = _own_names(tree)
        self.docstrings = _docstrings(tree)
        self.seen: set[ast.AST] = set()
        self.visit(tree)

    def say(self, node: ast.AST, code: str, message: str) -> None:
        self.found.append((getattr(node, "lineno", 0), code, message))

    # Imports

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.imported(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if node.level:
            return
        if any(alias.name == "*" for alias in node.names) and module.split(".")[0] in rules.GUARDED:
            self.say(node, "hides_name", f"`from {module} import *` hides what is used.")
        if self.imported(node, module, quiet=module in ("urllib", "http", "importlib")):
            return
        for alias in node.names:
            if not self.imported(node, f"{module}.{alias.name}"):
                self.judge_name(node, f"{module}.{alias.name}")

    def imported(self, node: ast.AST, module: str, *, quiet: bool = False) -> bool:
        """Judge an imported module; `quiet` leaves a whole package out of which only a part is forbidden."""
        if quiet or module in rules.HARMLESS_PARTS:
            return False
        parts = module.split(".")
        names = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
        for forbidden, code, what in (
            (rules.NETWORK_MODULES, "connects", "reaches the network"),
            (rules.RUNNING_MODULES, "runs_programs", "runs programs or code"),
            (rules.SECRET_MODULES, "reads_secrets", "reads stored secrets"),
        ):
            if names & forbidden:
                self.say(node, code, f"`{module}` {what}.")
                return True
        return False

    # Names

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            return
        if node.id in rules.BUILTINS and node.id not in self.own:
            self.say(node, "runs_code", f"`{node.id}` {rules.BUILTINS[node.id]}.")
        elif node.id == "__builtins__":
            self.say(node, "hides_name", "`__builtins__` reaches names that are not written out.")
        elif (dotted := self.names.get(node.id)) and node not in self.seen:
            self.judge_name(node, dotted)
            self.judge_environment(node, dotted)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        dotted = self.dotted(node)
        if dotted and node not in self.seen:
            self.judge_environment(node, dotted)
        if not (dotted and self.judge_name(node, dotted)):
            self.judge_attribute(node)
        if dotted:
            self.mark(node)
        self.generic_visit(node)

    def mark(self, node: ast.AST) -> None:
        """A longer name was judged; its beginning is not judged again."""
        inner: ast.AST = node
        while isinstance(inner, ast.Attribute):
            inner = inner.value
            self.seen.add(inner)

    def judge_name(self, node: ast.AST, dotted: str) -> bool:
        """Judge a full name, and its last two parts: modules are found inside of others, as `glob.os.remove`."""
        parts = [part.lstrip("_") or part for part in dotted.split(".")]
        tail = ".".join(parts[-2:])
        for names, code, what in (
            (rules.RUNS, "runs_programs", "runs programs or code"),
            (rules.DELETES, "deletes", "deletes files"),
            (rules.CONNECTS, "connects", "reaches the network"),
            (rules.UNPICKLES, "runs_code", "can run code that is hidden in data"),
            (rules.SECRETS, "reads_secrets", "asks for a secret"),
        ):
            if dotted in names or tail in names:
                self.say(node, code, f"`{dotted}` {what}.")
                return True
        if dotted.startswith(_BUILTIN) and (name := dotted.removeprefix(_BUILTIN)) in rules.BUILTINS:
            self.say(node, "runs_code", f"`{name}` {rules.BUILTINS[name]}.")
            return True
        return False

    def judge_attribute(self, node: ast.Attribute) -> None:
        name = node.attr
        if name in rules.ANY_RUNS:
            self.say(node, "runs_programs", f"`.{name}` runs programs or code.")
        elif name in rules.ANY_DELETES:
            self.say(node, "deletes", f"`.{name}` deletes files.")
        elif name in rules.ANY_CONNECTS:
            self.say(node, "connects", f"`.{name}` reaches the network.")
        elif name in rules.HIDES:
            self.say(node, "hides_name", f"`.{name}` reaches names that are not written out.")

    def judge_environment(self, node: ast.AST, dotted: str) -> None:
        inner, _, way = dotted.rpartition(".")
        if dotted in _ENVIRONS or (inner in _ENVIRONS and way not in _ONE_VARIABLE):
            self.say(node, "reads_secrets", "the whole environment, with its secrets")

    def dotted(self, node: ast.AST) -> str | None:
        """The dotted name of an expression from the modules that were imported; None where it is not known."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Attribute):
            inner = self.dotted(node.value)
            return f"{inner}.{node.attr}" if inner else None
        if isinstance(node, ast.Call):
            return self.called(node)
        if isinstance(node, ast.Subscript):
            return self.subscribed(node)
        return None

    def called(self, node: ast.Call) -> str | None:
        """`getattr(os, "system")`, `__import__("os")`, `vars(os)`, and `Path(...)` as one of its class."""
        name = self.dotted(node.func) or (node.func.id if isinstance(node.func, ast.Name) else "")
        if name in ("getattr", "builtins.getattr") and len(node.args) > 1:
            inner, attribute = self.dotted(node.args[0]), folded(node.args[1])
            return f"{inner}.{attribute}" if inner and attribute else None
        if name in ("__import__", "builtins.__import__", "importlib.import_module") and node.args:
            return folded(node.args[0])
        if name == "vars" and node.args:
            inner = self.dotted(node.args[0])
            return f"{inner}.__dict__" if inner else None
        return name if name in ("pathlib.Path", "pathlib.PosixPath") else None

    def subscribed(self, node: ast.Subscript) -> str | None:
        """`sys.modules["os"]` and `os.__dict__["system"]`."""
        inner, key = self.dotted(node.value), folded(node.slice)
        if inner == "sys.modules" and key:
            return key
        return f"{inner.removesuffix('.__dict__')}.{key}" if inner and inner.endswith(".__dict__") and key else None

    # Calls, subscripts and texts

    def visit_Call(self, node: ast.Call) -> None:
        function = self.dotted(node.func) or (node.func.id if isinstance(node.func, ast.Name) else "")
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if function.startswith("re.") or method in _LOOKING:
            for argument in node.args:
                self.looked_for(argument)
        if not self.judge_way(node, function) and not self.judge_loading(node, function, method):
            dotted = self.dotted(node)
            if dotted and node.func not in self.seen:
                self.judge_name(node, dotted)
        self.generic_visit(node)

    def judge_way(self, node: ast.Call, function: str) -> bool:
        """Judge the ways to something by its name, and to the environment; return whether it is one."""
        if function in ("getattr", "builtins.getattr") and len(node.args) > 1:
            self.judge_getattr(node)
        elif function in _GETENVS:
            self.judge_variable(node, node.args[0] if node.args else None)
        elif function in {f"{environ}.{way}" for environ in _ENVIRONS for way in ("get", "pop", "setdefault")}:
            self.judge_variable(node, node.args[0] if node.args else None)
            self.seen.add(node.func)
            self.mark(node.func)
        elif function in rules.NAME_TAKERS:
            self.judge_taken(node)
        elif function in rules.MEMBER_LISTS and node.args and self.dotted(node.args[0]) in rules.GUARDED:
            self.say(node, "hides_name", f"`{function}` takes what is not written out.")
        elif function in ("vars", "globals", "locals") and self.is_module_or_nothing(node):
            self.seen.add(node)
        else:
            return False
        return True

    def judge_loading(self, node: ast.Call, function: str, method: str) -> bool:
        """Judge what is loaded and run; return whether something was found."""
        known = len(self.found)
        if function in rules.TEXT_AS_CODE:
            self.judge_inner(node)
        elif function == "yaml.load" and not _is_safe(node):
            self.say(node, "runs_code", "`yaml.load` without SafeLoader can run code that is hidden in data.")
        elif _unpickles(node, function):
            self.say(node, "runs_code", "This loading can run code that is hidden in data.")
        elif rules.READS_ADDRESS.fullmatch(function.rpartition(".")[2] or method) and _has_address(node):
            self.say(node, "connects", "It reads from an address in the network.")
        return len(self.found) > known

    def looked_for(self, node: ast.AST) -> None:
        """Texts that are only compared with others, as in a script that looks for dangerous lines."""
        each = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
        self.seen |= {one for one in each if isinstance(one, ast.Constant)}

    def is_module_or_nothing(self, node: ast.Call) -> bool:
        return not node.args or self.dotted(node.args[0]) is not None

    def judge_getattr(self, node: ast.Call) -> None:
        inner, attribute = self.dotted(node.args[0]), folded(node.args[1])
        if attribute and not isinstance(node.args[1], ast.Constant) and "*" not in attribute:
            self.say(node, "hides_name", f"The name `{attribute[:60]}` is put together out of pieces.")
        elif attribute in rules.CALLED_BY_NAME:
            self.say(node, "hides_name", f"`{attribute}` is taken by its name.")
        if attribute and attribute in rules.HIDES:
            self.say(node, "hides_name", f"`{attribute}` reaches names that are not written out.")
        if inner and inner.split(".")[0] in rules.GUARDED:
            if attribute is None or "*" in attribute:
                self.say(node, "hides_name", f"What is taken of `{inner}` is not written out.")
            else:
                self.judge_name(node, f"{inner}.{attribute}")

    def judge_inner(self, node: ast.Call) -> None:
        """Code that is given as text, as to `timeit`, is judged as if it stood in the script."""
        for argument in [*node.args[:2], *(keyword.value for keyword in node.keywords)]:
            text = folded(argument)
            if text is None:
                continue
            try:
                inner = Walk(ast.parse(text))
            except (SyntaxError, ValueError, RecursionError):
                self.say(node, "runs_code", "It runs text as code.")
                return
            self.found += [(node.lineno, code, message) for _, code, message in inner.found]

    def judge_taken(self, node: ast.Call) -> None:
        """`operator.attrgetter("system")` and its like take something by its name."""
        for argument in node.args:
            name = folded(argument)
            parts = set((name or "*").split("."))
            if name is None or "*" in name:
                self.say(node, "hides_name", "What is taken is not written out.")
            elif parts & (rules.CALLED_BY_NAME | rules.ANY_RUNS | rules.ANY_DELETES | rules.HIDES):
                self.say(node, "hides_name", f"`{name[:60]}` is taken by its name.")

    def judge_variable(self, node: ast.AST, key: ast.AST | None) -> None:
        name = folded(key) if key is not None else None
        if name is None or "*" in name:
            self.say(node, "reads_secrets", "an environment variable whose name is not written out")
        elif rules.is_secret_variable(name):
            self.say(node, "reads_secrets", f"the environment variable {name[:60]}")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        inner = self.dotted(node.value)
        if inner in _ENVIRONS:
            self.judge_variable(node, node.slice)
            self.seen.add(node.value)
            self.mark(node.value)
        elif dotted := self.subscribed(node):
            if not self.imported(node, dotted):
                self.judge_name(node, dotted)
        elif inner == "sys.modules" or (inner and inner.endswith(".__dict__")) or _is_namespace(node.value):
            self.say(node, "hides_name", "A name that is not written out.")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """`"HOME" in os.environ` looks at one name only."""
        self.looked_for(node.left)
        for side in node.comparators:
            self.looked_for(side)
            if self.dotted(side) in _ENVIRONS and all(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
                self.seen.add(side)
                self.mark(side)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str | bytes) and node not in self.docstrings and node not in self.seen:
            self.judge_text(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.judge_text(node)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.judge_text(node)
        self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self.judge_text(node)
        super().generic_visit(node)

    def judge_text(self, node: ast.AST) -> None:
        text = folded(node)
        if not text:
            return
        for code, what, shape in _TEXTS:
            if shape.search(text):
                self.say(node, code, f"The text names {what}.")
                return
        if _PATH.fullmatch(text) and re.search(r"[/\\]", text) and "://" not in text and is_sensitive(text):
            self.say(node, "reads_secrets", f"The path {text[:60]} leads to secrets.")


def _is_safe(call: ast.Call) -> bool:
    loaders = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    return any("Safe" in ast.unparse(loader) for loader in loaders)


def _unpickles(call: ast.Call, function: str) -> bool:
    """Arrays with objects in them, and models that are more than weights."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    says = {name: isinstance(value, ast.Constant) and value.value is True for name, value in given.items()}
    return says.get("allow_pickle", False) or (function == "torch.load" and not says.get("weights_only", False))


def _has_address(call: ast.Call) -> bool:
    values = [*call.args[:1], *(keyword.value for keyword in call.keywords)]
    return any(rules.ADDRESS.match(folded(value) or "") for value in values)


def _is_namespace(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("globals", "locals", "vars")
    )


def _names(tree: ast.Module) -> dict[str, str]:
    """What each name of the script stands for: imported modules and their parts, and other names for them."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for _ in range(3):  # a name for a name for a name
        for node in ast.walk(tree):
            for target, value in _assigned(node):
                dotted = _plain_dotted(value, names)
                if dotted and target not in names:
                    names[target] = dotted
    return names


def _assigned(node: ast.AST) -> list[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
        pairs += [
            pair
            for target in node.targets
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            for pair in zip(target.elts, node.value.elts, strict=False)
        ]
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
        pairs = [(node.target, node.value)]
    else:
        return []
    return [(target.id, value) for target, value in pairs if isinstance(target, ast.Name)]


def _plain_dotted(node: ast.AST, names: dict[str, str]) -> str | None:
    match node:
        case ast.Name(id=name):
            return names.get(name)
        case ast.Attribute(value=value, attr=attribute):
            inner = _plain_dotted(value, names)
            return f"{inner}.{attribute}" if inner else None
        case ast.Call(func=ast.Name(id="__import__"), args=[first, *_]):
            return folded(first)
        case ast.Call(func=ast.Name(id="getattr"), args=[first, second, *_]):
            inner, attribute2 = _plain_dotted(first, names), folded(second)
            return f"{inner}.{attribute2}" if inner and attribute2 else None
        case ast.Subscript(value=value, slice=key) if _plain_dotted(value, names) == "sys.modules":
            return folded(key)
    return None


def _own_names(tree: ast.Module) -> set[str]:
    """Names that the script gives to functions, classes and parameters of its own, so that they are no builtins."""
    own: set[str] = set()
    inside = {id(child) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for child in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and id(node) not in inside:
            own.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            own |= {alias.asname or alias.name for alias in node.names} - {"*"}
    return own


def _docstrings(tree: ast.Module) -> set[ast.AST]:
    """Texts that stand alone as statements: they are read by people only."""
    return {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
