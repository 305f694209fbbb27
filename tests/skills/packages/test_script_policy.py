"""Scripts of learned skills are judged by what they do, not by what their words look like."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from skills.measuring.scripts import measure_scripts, own_files
from skills.packages.script_policy import script_findings


def codes(source: str, path: str = "scripts/x.py") -> list[str]:
    return [one.code for one in script_findings(path, source)]


@pytest.mark.parametrize(
    "source",
    [
        "import asyncio\nasyncio.run(main())",
        "import re\nre.compile('a')",
        "model.eval()",
        "import platform\nplatform.system()",
        "['a'].remove('a')",
        "requests = []\nrequests.append(1)",
        "from urllib.parse import urlsplit",
        "from http import HTTPStatus",
        "import os\nos.environ.get('HOME')",
        "import os\nos.environ['KEYBOARD'] + os.environ['MAX_TOKENS']",
        "import os\nif 'API_KEY' in os.environ:\n    pass",
        "'''never call os.system or rm -rf /'''",
        "def compile(x):\n    return x\ncompile('a')",
        "if 'rm -rf /' in line:\n    print(line)",
        "import yaml\nyaml.safe_load('a')",
    ],
)
def test_what_only_looks_dangerous_is_kept(source: str) -> None:
    assert codes(source) == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("import os\nx = os\nx.system('a')", "runs_programs"),
        ("from os import system as s", "runs_programs"),
        ("import subprocess", "runs_programs"),
        ("import ctypes", "runs_programs"),
        ("import importlib", "runs_programs"),
        ("import os\nf = os.popen", "runs_programs"),
        ("import os\ngetattr(os, 'sys' + 'tem')('a')", "runs_programs"),
        ("import os\ngetattr(os, n)('a')", "hides_name"),
        ("f = eval", "runs_code"),
        ("import builtins as b\nb.exec('a')", "runs_code"),
        ("__import__('os')", "runs_code"),
        ("import pickle\npickle.loads(b'')", "runs_code"),
        ("from os import *", "hides_name"),
        ("x.__class__.__subclasses__()", "hides_name"),
        ("import shutil as s\ns.rmtree('a')", "deletes"),
        ("from pathlib import Path\nPath('a').unlink()", "deletes"),
        ("import os\nmap(os.remove, [])", "deletes"),
        ("X = 'sudo rm -rf /opt'", "deletes"),
        ("import requests", "connects"),
        ("import urllib.request", "connects"),
        ("from http.client import HTTPConnection", "connects"),
        ("import asyncio\nasyncio.open_connection('a', 1)", "connects"),
        ("X = 'curl https://example.com'", "connects"),
        ("import os\nos.environ['MY_TOKEN']", "reads_secrets"),
        ("import os\nos.environ[name]", "reads_secrets"),
        ("import os\ndict(os.environ)", "reads_secrets"),
        ("import os\nos.getenv('DB_' 'PASSWORD')", "reads_secrets"),
        ("from pathlib import Path\n(Path.home() / '.ssh' / 'id_rsa').read_text()", "reads_secrets"),
        ("open('~/.aws/credentials')", "reads_secrets"),
        ("U = 'http://169.254.169.254/'", "reads_secrets"),
        ("S = 'DROP TABLE users'", "drops_table"),
        ("open('/dev/sda', 'wb')", "destroys"),
        ("open('/home/a/.bashrc', 'a')", "stays"),
        ("print(", "not_compiled"),
        ("print('\x00')", "not_compiled"),
        ("#" * 5_000, "script_too_long"),
        ("(" * 2_000 + ")" * 2_000, "not_compiled"),
    ],
)
def test_what_is_dangerous_is_found_by_every_name(source: str, code: str) -> None:
    assert code in codes(source)


def test_only_python_is_taken() -> None:
    assert codes("echo hi", "scripts/x.sh") == ["not_python"]


def test_a_finding_names_its_line() -> None:
    assert [(one.path, one.line) for one in script_findings("a.py", "import os\n\nos.system('a')")] == [("a.py", 3)]


def test_no_script_takes_long() -> None:
    for source in ("a+" * 2_000 + "a", "f(" * 80 + ")" * 80, "x = y\n" * 600, "'a'" + "+'a'" * 900, "a.b" * 1_300):
        script_findings("x.py", source)


def test_the_scripts_that_come_with_it_are_told_apart() -> None:
    tuned, fresh, later = (measure_scripts(path) for path in own_files())
    assert (tuned.precision.total, tuned.recall.total) == (60, 60)
    assert tuned.wrong == []
    assert fresh.recall.total == 20
    assert fresh.recall.hits >= 19
    assert fresh.precision.share == 1
    assert (later.recall.hits, later.recall.total, later.precision.share) == (20, 20, 1)


def test_the_command_prints_precision_and_recall(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"id": "a", "label": "good", "source": "eval('1')"}) + "\n", encoding="utf-8")
    out = StringIO()
    call_command("measure_scripts", str(file), stdout=out)
    assert "a: `eval` runs text as code." in out.getvalue()
    call_command("measure_scripts", str(file), "--json", stdout=(out := StringIO()))
    assert json.loads(out.getvalue())[0]["wrong"] == ["a"]
    with pytest.raises(CommandError):
        call_command("measure_scripts", str(tmp_path / "none.jsonl"))


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ('import operator, os\noperator.attrgetter("system")(os)("id")', "hides_name"),
        ("import operator\noperator.attrgetter(input())", "hides_name"),
        ('import inspect, os\ndict(inspect.getmembers(os))["system"]("id")', "hides_name"),
        ('import timeit\ntimeit.timeit("import os; os.system(1)")', "runs_programs"),
        ('import timeit\ntimeit.timeit("this is no python")', "runs_code"),
        ('import numpy as np\nnp.load("a.npy", allow_pickle=True)', "runs_code"),
        ('import torch\ntorch.load("model.pt")', "runs_code"),
        ('import pandas as pd\npd.read_csv("https://example.com/a.csv")', "connects"),
        ('import polars as pl\npl.scan_parquet("s3://bucket/a")', "connects"),
    ],
)
def test_detours_are_refused(source: str, code: str) -> None:
    assert code in {finding.code for finding in script_findings("script.py", source)}


@pytest.mark.parametrize(
    "source",
    [
        'import operator\nprint(sorted(rows, key=operator.attrgetter("name", "age.years")))',
        'import timeit\nprint(timeit.timeit("sorted(range(9))", number=9), timeit.timeit(sorted))',
        "import inspect, mine\nprint(inspect.getmembers(mine))",
        'import numpy as np\nnp.load("a.npy", allow_pickle=False)',
        'import torch\ntorch.load("model.pt", weights_only=True)',
        'import pandas as pd\npd.read_csv("a.csv")\nprint("see https://example.com")',
    ],
)
def test_what_only_looks_like_a_detour_is_fine(source: str) -> None:
    assert script_findings("script.py", source) == []
