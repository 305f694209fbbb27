"""Reading shell commands: what they would run, and whether they only look."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hooks.rules.commands import Commandline
from hooks.rules.shell import effective, is_read_only, parse

LOOKING = [
    "ls -la", "cat README.md | head -5", "git status", "git log --oneline -5 && git diff HEAD~1", "git branch -a",
    "git stash list", "git remote -v", "git config --get user.name", "grep -rn 'a b' src",
    "rg foo src | sort | uniq -c",
    "find . -name '*.py' -type f", "find . -name x -exec ls {} +", "sed -n 1,5p a", "sed -n '/a/,/b/p' f",
    "awk '{print $1}' f", "ls 2>/dev/null", "ls 2>&1 | wc -l", "timeout 5 ls", "env foo=1 ls", "date +%F",
    "bash -c 'ls; pwd'", "echo $HOME", "echo $(date)", "/bin/ls", "python3 --version", "cd x && ls", "tar tzf a.tgz",
    "(ls; pwd)", "! grep x y", "if [ -f a ]; then ls; fi", "[[ a < b && c ]] && ls", "cat <<< hi", "ls | xargs echo",
    "ls 文件", "grep 検索 メモ.txt", "echo Grüße", "cat 'Ghi chú.md'", "ls 📁", "docker ps", "jq .a f.json",
    "ps aux | grep python", "sort f | uniq", "du -sh .", "printf '%s\\n' a", "command -v git",
    "for x in a b; do echo; done",
]  # fmt: skip
CHANGING = [
    "rm x", "git branch x", "git stash", "git commit -m x", "git -c core.pager=x log", "git --exec-path=x status",
    "git diff --output=x", "git diff --outp x", "git grep -O x y", "git config -l", "git config user.name x",
    "git fetch ext::x", "find . -delete", "find . -exec rm {} ;", "find . -fprint x", "find . -okdir x ;",
    "sed -i s/a/b/ x", "sed -ni p x", "sed 's/a/b/e' x", "sed 's/a/b/w f' x", "sed -n '1w f' x", "sed -n '1e ls' x",
    "sed --in-pl s/a/b/ x", "awk 'BEGIN{system(\"x\")}'", "awk '{print > \"f\"}' x", "awk -v a=1 '{print|\"sh\"}' x",
    "awk -f x y", "ls > x", "ls >> x", "ls >| x", "ls &> x", "ls 2> x", "cat < $x", "env", "printenv", "env FOO=1 ls",
    "LD_PRELOAD=x ls", "PATH=/tmp ls", "sudo ls", "timeout 5 rm x", "xargs rm", "ls | xargs cat", "date -s x",
    "sort -o x y", "sort --outp=x y", "sort --compress-program=x y", "rg --pre x foo", "grep -r foo ~", "grep -r foo /",
    "bash -c 'rm x'", "bash x.sh", "bash", "bash --rcfile x -c ls", "echo $API_KEY", "echo $(rm x)", "echo `rm x`",
    "./ls", "x/ls", "tar xzf a.tgz", "tar tf a --to-command=x", "curl x", "wget x", "cat $F", "日本語", "(rm x)",
    "eval ls", "trap 'rm x' EXIT", "diff <(rm a) b", "bash <<< 'rm x'", "bash <<EOF\nrm x\nEOF", "alias ls=rm; ls",
    "ls() { rm x; }; ls", "ls ${x:-$(rm y)}", "echo ${x:=`rm y`}", "less x", "printf -v a b",
    "case x in a) rm y;; esac",
    "ls & rm x", "ls\nrm x", "ls | tee x", "uniq a b", "xxd -r a b", "xxd a b", "hostname new", "ss -K", "ps eww",
    "arch -x86_64 rm x", "kubectl get secrets", "jq -n env", "ip link set x down", "python3 x.py", "npm test", "make",
    "a=rm; $a x", "r\"m\" x", "", "   ", "# ls", "ls 'unclosed", "ls $(", "ls\x1b[2K", "ls a\u202e", "l\u200bs",
    "time -o f ls", "time -o ls ls", "xargs -a f echo", "file -C -m x", "yes", "tail -f x", "nc -l 1",
    "dig x.org", "tree -o f",
]  # fmt: skip


@pytest.mark.parametrize("command", LOOKING)
def test_what_only_looks_is_known(command: str) -> None:
    assert Commandline(command).is_read_only


@pytest.mark.parametrize("command", CHANGING)
def test_what_may_change_something_or_is_not_known_does_not_pass_for_looking(command: str) -> None:
    assert not Commandline(command).is_read_only


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf x", "sudo rm -rf x", "sudo -u bob -- rm -rf x", "env A=1 rm -rf x", "env -i rm -rf x",
        "nohup rm -rf x &",
        "timeout -k 5 10 rm -rf x", "nice -n 5 rm -rf x", "bash -c 'rm -rf x'", "sh -lc \"rm -rf x\"",
        "bash -c \"bash -c 'rm -rf x'\"", "eval 'rm -rf x'", "eval rm -rf x", "echo $(rm -rf x)", "echo `rm -rf x`",
        "cat <(rm -rf x)", "find . -exec rm -rf x ;", "find . -execdir rm -rf x +", "echo a | xargs rm -rf x",
        "xargs -n 1 rm -rf x", "(rm -rf x)", "{ rm -rf x; }", "if true; then rm -rf x; fi",
        "while rm -rf x; do :; done",
        "a=rm; $a -rf x", "a='rm -rf'; $a x", "r'm' -rf x", "r\\m -rf x", "$'\\x72m' -rf x", "{rm,-rf,x}",
        "rm$IFS-rf${IFS}x", "true && rm -rf x", "false || rm -rf x", "ls; rm -rf x", "ls\nrm -rf x", "ssh h rm -rf x",
        "bash <<EOF\nrm -rf x\nEOF", "bash <<< 'rm -rf x'", "su - bob -c 'rm -rf x'", "env -S 'rm -rf x'",
        "trap 'rm -rf x' EXIT", "cat <<EOF\n$(rm -rf x)\nEOF", "\"rm\" -rf x", "command rm -rf x", "exec rm -rf x",
        "x=1 rm -rf x", "! rm -rf x", "time rm -rf x", "setsid -w rm -rf x", "stdbuf -o L rm -rf x", "rm -rf x # ls",
        "rm \\\n -rf x", "echo \"a $(rm -rf x) b\"", "for i in 1; do rm -rf x; done", "ls|rm -rf x", "ls&rm -rf x",
    ],
)  # fmt: skip
def test_what_would_run_is_found_behind_whatever_stands_before_it(command: str) -> None:
    found = [[word.text for word in item.simple.words] for item in effective(parse(command))]
    assert ["rm", "-rf", "x"] in found


def test_a_here_document_is_text_for_programs_that_are_no_shells() -> None:
    found = [item.simple.name for item in effective(parse("cat <<'EOF' > notes.md\nrm -rf /\nEOF\nls"))]
    assert found == ["cat", "ls"]


def test_quotes_keep_what_is_in_them() -> None:
    words = [word.text for word in parse("git commit -m \"don't; rm -rf /\" --author='A & B'").simples()[0].words]
    assert words == ["git", "commit", "-m", "don't; rm -rf /", "--author=A & B"]


@given(st.text(max_size=200))
@example("$((")
@example("${${${")
@example("<<a <<b\n")
@example("{a,{b,c}}")
@example("a=(1 2)")
@example("\ud800")
def test_no_text_makes_the_reader_fail(text: str) -> None:
    line = Commandline(text)
    assert isinstance(line.is_read_only, bool)
    assert isinstance(line.is_judged, bool)
    assert len(line.pipelines) >= 0


SIGNS = st.sampled_from(list(" ;&|<>(){}$`'\"\\\n=*~#!abrmls-/"))


@given(st.lists(SIGNS, max_size=60).map("".join))
def test_a_command_behind_anything_that_looks_does_not_pass_for_looking(prefix: str) -> None:
    if is_read_only(parse(prefix)) and not prefix.rstrip(" ").endswith(("|", "&", ";", "\\", "<", ">", "#")):
        assert not is_read_only(parse(prefix + "\nrm x\n")) or "#" in prefix or "<<" in prefix


@given(
    st.sampled_from(CHANGING[:40]),
    st.sampled_from(LOOKING),
    st.sampled_from([" && ", " ; ", " | ", "\n", " || ", " & "]),
)
def test_one_part_that_changes_something_is_enough(changing: str, looking: str, joint: str) -> None:
    assert not is_read_only(parse(looking + joint + changing))


@pytest.mark.parametrize(
    "command",
    ["x " * 20_000, "$(" * 30_000, "a;" * 20_000, "`" * 20_000, "eval " * 3_000 + "ls", "sudo " * 3_900 + "rm",
     "xargs sudo " * 1_900, "((((" * 5_000, "{a,b}" * 8_000, "${" * 20_000, "find " + " -exec a" * 1_900,
     "a=xxxxxxxxxx;" + "a=$a$a;" * 60 + "echo $a",
     "a=x;b=${a//x/" + "y" * 9_000 + "};" * 9 + "$b" * 9_000,
     "a=" + "x" * 1_900 + ";" + "$a" * 20_000],
)  # fmt: skip
def test_a_hostile_command_takes_no_long_time(command: str) -> None:
    line = Commandline(command)
    assert not (line.is_judged and line.is_read_only)
