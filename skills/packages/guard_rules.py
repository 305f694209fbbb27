"""What the scan of a package looks for, and what of it refuses the package."""

import re
from dataclasses import dataclass
from typing import Final

REFUSING: Final = frozenset(
    """
    shape.reverse-shell shape.decode-run shape.environment-upload shape.substitution-upload shape.name-lookup
    shape.raw-upload shape.drop-host deny.remove-system deny.find-delete deny.overwrite-device deny.make-filesystem
    deny.fork-bomb deny.set-uid deny.kill-everything deny.audit-trail deny.windows-system
    """.split()
)
"""Commands that no skill has reason to bring."""
WARNING: Final = frozenset(
    """
    shape.download-run deny.open-permissions deny.power-off deny.drop-database deny.firewall-off deny.accounts
    deny.start-up deny.kernel deny.container-escape deny.cloud-destroy
    """.split()
)
"""Commands that the work of an administrator needs; who decides sees them."""

WORTH_PARSING: Final = re.compile(
    r"\b(?:rm|rmdir|curl|wget|fetch|base64|base32|xxd|openssl|mkfs|dd|nc|ncat|netcat|socat|chmod|chown|kill|killall|pkill"
    r"|iptables|ufw|env|printenv|find|docker|podman|terraform|kubectl|aws|gcloud|useradd|usermod|passwd|systemctl|crontab"
    r"|launchctl|history|insmod|modprobe|sysctl|psql|mysql|sqlite3|mongo|shutdown|reboot|halt|poweroff|dig|nslookup|host"
    r"|shred|wipefs|fdisk|parted|eval|exec|source|bash|sh|zsh|python3?|perl|ruby|node|php|powershell|pwsh|iex|iwr|invoke-\w+"
    r"|remove-item|format|diskpart|vssadmin|reg|certutil|bitsadmin|mshta|rundll32|setfacl|auditctl|unset|mv|rsync)\b"
    r"|/dev/|:\s*\(\s*\)",
    re.IGNORECASE,
)
"""A line without any of these is not taken apart."""

FETCH_URL: Final = re.compile(r"\b(https?|ftp)://([^\s/\"'|)>`:]+)", re.IGNORECASE)
BARE_HOST: Final = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}|\[?[0-9a-f:]{3,}\]?|0x[0-9a-f]+|\d{6,}", re.IGNORECASE)
ANYONES_HOST: Final = re.compile(
    r"(?:.*\.)?(?:pastebin\.com|glot\.io|rentry\.co|hastebin\.com|paste\.ee|ghostbin\.com|0x0\.st|transfer\.sh|bit\.ly"
    r"|tinyurl\.com|t\.co|is\.gd|cutt\.ly|goo\.gl|ngrok\.io|ngrok-free\.app|trycloudflare\.com|gist\.githubusercontent\.com"
    r"|termbin\.com|webhook\.site|requestbin\.\w+|pipedream\.net|interact\.sh|oast\.\w+|discord\.com|discordapp\.com"
    r"|file\.io|anonfiles\.com|gofile\.io|workers\.dev|duckdns\.org|serveo\.net)",
    re.IGNORECASE,
)
"""Hosts where anybody can put anything: what is fetched from there and run is somebody's unknown code."""

SHELLS: Final = frozenset(
    "bash sh shell zsh console terminal fish cmd bat batch powershell pwsh ps1 shell-session".split()
)
SHELL_FILES: Final = (".sh", ".bash", ".zsh", ".fish", ".bat", ".cmd", ".ps1", ".command")
CODE_FILES: Final = tuple(
    """
    .py .js .mjs .cjs .ts .tsx .jsx .rb .pl .php .lua .go .rs .java .kt .swift .scpt .applescript .r .jl .html .htm
    .vue .svelte
    """.split()
)
NEGATED: Final = re.compile(
    r"\b(?:never|don'?t|do not|must not|should not|avoid|bad|wrong|dangerous|unsafe|insecure|vulnerable|malicious"
    r"|attack|blocked|denied|forbidden|anti-?pattern|example of|detect\w*|flag\w*|refuse\w*|reject\w*|deny"
    r"|not allowed|nie|niemals|nicht|jamais|nunca|không)\b|[❌🚫⛔✗✘]|禁止|不要|切勿|绝不|危险|しないで|禁じ|하지 ?마",
    re.IGNORECASE,
)
"""Words that say a command is shown so that it is not run."""


HOLDS_COMMAND: Final = re.compile(
    r"\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|base64\s+-{1,2}[dD]|/dev/tcp/|\brm\s+-\w*[rf]|\bmkfs|\bdd\s+if=|\bnc\s+-\w*e"
    r"|\bbash\s+-[ic]|\$\(\s*(?:curl|wget)|\biex\b",
    re.IGNORECASE,
)
"""A line of code or settings that may hold a command in a text; only such a line's texts are taken apart."""
TOLD_TO: Final = re.compile(
    r"(?:\b(?:run|execute|paste|type|enter|invoke|launch|führe|ausführen|exécute\w*|ejecuta\w*|chạy)\b|运行|执行|実行|실행)"
    r"[^`]{0,40}$",
    re.IGNORECASE,
)
"""What stands before a command in inline code that is to be run."""
SENDS: Final = re.compile(
    r"\b(?:curl|wget|nc|ncat|requests\.(?:post|put|get|request)|httpx\.\w+|urlopen|urllib\.request|http\.client|aiohttp"
    r"|fetch\s*\(|axios|XMLHttpRequest|Invoke-WebRequest|Invoke-RestMethod|socket\.socket)",
    re.IGNORECASE,
)
SECRETS: Final = re.compile(
    r"\.ssh[/\\]id_\w+|\.aws[/\\]credentials|\.netrc\b|\.git-credentials|\.kube[/\\]config|\.gnupg\b|/etc/shadow\b"
    r"|\bwallet\.dat\b|find-(?:generic|internet)-password|Login Data\b",
    re.IGNORECASE,
)
"""One of these and one of SENDS in one command or one script: credentials leave."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of text. A line without any of `words` (lower case) does not have it, and is not searched."""

    code: str
    message: str
    pattern: re.Pattern[str]
    words: tuple[str, ...]
    refuses: bool = True


def _shape(code: str, message: str, words: str, pattern: str, *, refuses: bool = True) -> Shape:
    return Shape(code, message, re.compile(pattern, re.IGNORECASE), tuple(words.split()), refuses)


LOCKED: Final = "archive_with_password"
PACKED_LINK: Final = re.compile(r"https?://\S+\.(?:zip|rar|7z|exe|dmg|msi)\b|/releases/download/", re.IGNORECASE)
"""Without such a link in the same file a password of an archive is nobody's business."""

CODE_SHAPES: Final = (
    _shape(
        "runs_decoded",
        "runs code that it first decodes",
        "decode atob base64 fromhex unhex decompress marshal rot13 rot_13",
        r"\b(?:exec|eval|Function|execSync|compile|system|popen|subprocess\.\w+|check_output|spawn\w*|iex|invoke-expression)\s*\(?[^\n]{0,80}"
        r"(?:b64decode|base64_decode|atob\s*\(|FromBase64String|Buffer\.from\([^)\n]{1,4000},\s*['\"]base64|"
        r"fromhex\(|unhexlify|zlib\.decompress|marshal\.loads|str_rot13|rot_?13)",
    ),
    _shape(
        "reverse_shell",
        "gives a shell to the network",
        "dup2 spawn /dev/tcp child_process tcpclient",
        r"os\.dup2\([^\n]{0,60}fileno\(\)|pty\.spawn\(\s*['\"]/bin/|/dev/tcp/\S+/\d+|"
        r"child_process[^\n]{0,80}/bin/(?:ba)?sh[^\n]{0,120}(?:net\.|socket)|TCPClient\([^\n]{0,200}GetStream",
    ),
    _shape(
        "deletes_all",
        "deletes a home or the whole system",
        "rmtree rmsync rimraf removesync remove_dir_all rm_rf removeall",
        r"(?:rmtree|rmSync|rimraf|removeSync|remove_dir_all|rm_rf|RemoveAll)\s*\(\s*"
        r"(?:['\"](?:/|~/?|/home|/etc|/usr|/var|C:\\\\?)['\"]|(?:Path\.home\(\)|os\.homedir\(\)|os\.path\.expanduser\(['\"]~/?['\"]\))\s*[,)])",
    ),
    _shape(
        "sends_secrets",
        "sends credentials or the environment to the network",
        "environ process.env id_rsa .ssh/ .aws/credentials /etc/shadow wallet.dat",
        r"(?:requests\.(?:post|put|get)|urlopen|fetch|axios(?:\.post)?|httpx\.(?:post|put)|http\.request)\s*\([^\n]{0,300}"
        r"(?:os\.environ\b(?!\s*(?:\.get|\[))|JSON\.stringify\(process\.env\)|=\s*process\.env\s*[,)}]|id_rsa|\.ssh/|\.aws/credentials|/etc/shadow|wallet\.dat)",
    ),
)
"""What refuses in code, in code blocks and in scripts."""

TEXT_SHAPES: Final = (
    _shape(
        LOCKED,
        "an archive to be downloaded that is locked by a password, so that no scanner sees into it",
        "pass 密码 парол",
        r"(?<![-\w])(?:archive|zip|rar|7z|压缩包|解压|архив\w*)[^\n]{0,20}(?<![-\w])(?:password|passcode|密码|парол\w*)\W{0,6}?[:：]",
    ),
    _shape(
        "hidden_text",
        "text written in characters that nobody sees",
        "",
        "(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]{4,}|[\u200b\u2060\u2062\u2063\u2064\ufeff]{8,}",
    ),
    _shape(
        "direction_override",
        "characters that show a text in another order than it is read",
        "\u202d \u202e",
        "[\u202d\u202e][^\n]{0,200}",
        refuses=False,
    ),
    _shape(
        "start_up",
        "lets somebody in by a key from now on",
        "authorized_keys",
        r"(?:>>?|tee\s+(?:-a\s+)?|open\()\s*['\"]?[^\s'\"]{0,80}authorized_keys",
        refuses=False,
    ),
    _shape(
        "reads_secrets",
        "a place where credentials are kept",
        ".ssh .aws .netrc .git-credentials .gnupg .kube .docker /etc/shadow -password wallet.dat data"
        " 169.254.169.254 metadata.google.internal",
        r"(?:~|\$HOME|/root|/home/\w+|%USERPROFILE%)[/\\](?:\.ssh[/\\]id_\w+|\.aws[/\\]credentials|\.netrc|\.git-credentials|"
        r"\.gnupg\b|\.kube[/\\]config|\.docker[/\\]config\.json)|/etc/shadow\b|\bfind-(?:generic|internet)-password\b|"
        r"\bLogin Data\b|\bwallet\.dat\b|169\.254\.169\.254|metadata\.google\.internal",
        refuses=False,
    ),
)
"""What is looked for in all text."""
