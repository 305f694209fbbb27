"""What passes for looking is run by a real shell in a folder of its own: nothing in it may change."""

import os
import subprocess
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hooks.rules.commands import Commandline

# No slash and no way out of the folder: what is wrongly taken for looking does its harm in there.
WORDS = (
    "ls cat echo sort uniq sed awk find grep tee cp rm touch mv tar date head tail wc xxd printf"
    " test true a b new xargs env"
    " time timeout bash sh eval if then fi for in do done case esac -o -i -n -e -f -r -c -d -p"
    " -exec -delete -name -print w"
    ' r 1p 1w 1 + {} {a,b} $a $(touch `touch "$(rm \'s s/x/y/w print>"new" s/a/b/ 1wnew -onew'
    " --output=new --outp new a=rm"
    " a=touch $a -fprint -fprintf -ok -uo -ne -ie -s -I{} -f- <<<a \\; ' \" ` ) ( { } !"
).split()
JOINTS = (
    " ",
    " ",
    " ",
    " ",
    ";",
    "|",
    "&&",
    "||",
    "\n",
    " > ",
    " >> ",
    " < ",
    " 2> ",
    " &> ",
    " <<EOF\n",
    "\nEOF\n",
    "",
    "&",
)
COMMANDS = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(JOINTS)), min_size=1, max_size=9).map(
    lambda pairs: "".join(word + joint for word, joint in pairs)
)
BEGINNINGS = (
    "sort a ",
    "sed -n 1p a ",
    "find . ",
    "uniq a ",
    "cat a ",
    "echo a ",
    "awk 1 a ",
    "ls ",
    "date ",
    "tar t ",
    "",
)
CONTENT = {"a": "x\na\n", "b": "b\n"}


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(errors="replace") for file in sorted(folder.iterdir()) if file.is_file()}


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(BEGINNINGS), COMMANDS)
def test_nothing_changes_when_what_only_looks_is_run(tmp_path: Path, beginning: str, rest: str) -> None:
    command = beginning + rest
    if not Commandline(command).is_read_only:
        return
    for name, text in CONTENT.items():
        (tmp_path / name).write_text(text)
    subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        env={"PATH": os.defpath, "HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert contents(tmp_path) == CONTENT, command
