"""What the policy of scripts forbids, by dotted names, words and shapes of text."""

import re
from typing import Final

NETWORK_MODULES: Final = frozenset(
    """
    requests httpx httpx2 aiohttp urllib3 socket socketserver ftplib smtplib telnetlib poplib imaplib nntplib webbrowser
    xmlrpc websocket websockets paramiko pycurl grpc boto3 botocore httplib2 asyncssh fabric twisted scapy zmq redis
    pymongo psycopg psycopg2 pymysql slack_sdk telegram discord tweepy openai anthropic http.client http.server
    dns http.cookiejar urllib.request urllib.robotparser urllib2 wsgiref.simple_server selenium playwright _socket
    """.split()
)
"""`urllib.parse` and `http.HTTPStatus` are not among them: they reach nothing."""
RUNNING_MODULES: Final = frozenset(
    """
    subprocess ctypes cffi importlib pty runpy code codeop pip ensurepip _posixsubprocess _ctypes posix nt pexpect sh
    plumbum invoke commands
    """.split()
)
HARMLESS_PARTS: Final = frozenset(
    "importlib.metadata importlib.resources importlib.resources.files importlib.metadata.version".split()
)
SECRET_MODULES: Final = frozenset("keyring win32crypt secretstorage browser_cookie3".split())

BUILTINS: Final = {
    "eval": "runs text as code",
    "exec": "runs text as code",
    "compile": "makes code of text",
    "__import__": "imports by a name that can be hidden",
}
RUNS: Final = frozenset(
    """
    os.system os.popen os.popen2 os.popen3 os.startfile os.posix_spawn os.posix_spawnp os.fork os.forkpty
    os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe
    os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe
    os.kill os.killpg os.setuid os.setgid os.seteuid os.chroot
    asyncio.create_subprocess_exec asyncio.create_subprocess_shell asyncio.subprocess types.FunctionType types.CodeType
    """.split()
)
DELETES: Final = frozenset(
    """
    os.remove os.unlink os.rmdir os.removedirs os.truncate
    shutil.rmtree pathlib.Path.unlink pathlib.Path.rmdir
    """.split()
)
CONNECTS: Final = frozenset(
    """
    asyncio.open_connection asyncio.open_unix_connection asyncio.start_server asyncio.start_unix_server
    logging.handlers.SocketHandler logging.handlers.HTTPHandler logging.handlers.SMTPHandler
    logging.handlers.DatagramHandler multiprocessing.connection multiprocessing.connection.Client
    multiprocessing.connection.Listener urllib.URLopener pandas.read_html pandas.read_clipboard
    """.split()
)
UNPICKLES: Final = frozenset(
    """
    pickle.load pickle.loads pickle.Unpickler marshal.load marshal.loads shelve.open dill.load dill.loads
    cloudpickle.load cloudpickle.loads yaml.unsafe_load yaml.full_load yaml.UnsafeLoader yaml.FullLoader joblib.load
    pandas.read_pickle jsonpickle.decode torch.hub.load
    """.split()
)
SECRETS: Final = frozenset({"getpass.getpass"})
TEXT_AS_CODE: Final = frozenset(
    "timeit.timeit timeit.repeat timeit.Timer cProfile.run cProfile.runctx profile.run profile.runctx".split()
)
"""Functions that run a text; what it says is judged."""
NAME_TAKERS: Final = frozenset("operator.attrgetter operator.methodcaller".split())
MEMBER_LISTS: Final = frozenset("inspect.getmembers inspect.getmembers_static inspect.getattr_static".split())
READS_ADDRESS: Final = re.compile(
    r"(?:read|load|fetch|download|retrieve|open|scan)(?:_\w+|txt)?|imread|genfromtxt|from_url"
)
"""Names of functions that also take an address in the network for a file."""
ADDRESS: Final = re.compile(r"(?:https?|ftp|s3|gs|gcs|az|abfs|sftp|hdfs)://", re.IGNORECASE)

ANY_RUNS: Final = frozenset(
    "Popen create_subprocess_exec create_subprocess_shell subprocess_exec subprocess_shell import_module".split()
)
ANY_DELETES: Final = frozenset("rmtree unlink rmdir removedirs".split())
ANY_CONNECTS: Final = frozenset(
    "open_connection start_server create_connection create_datagram_endpoint urlopen urlretrieve".split()
)
"""Attributes that mean the same whatever they are read from."""
HIDES: Final = frozenset(
    "__subclasses__ __globals__ __builtins__ __loader__ __mro__ __bases__ __base__ f_globals f_builtins".split()
)

CALLED_BY_NAME: Final = frozenset("system popen rmtree unlink rmdir eval exec __import__".split())
"""Names that nobody has reason to take of something by `getattr`."""

GUARDED: Final = frozenset("os posix nt shutil subprocess ctypes importlib builtins sys socket pathlib asyncio".split())
"""Modules of which nothing may be taken by a name that is not written out."""

_SECRET_LAST: Final = frozenset(
    "KEY TOKEN SECRET PASSWORD PASSWD PASS PASSPHRASE CREDENTIAL CREDENTIALS APIKEY PAT".split()
)
_SECRET_ANY: Final = frozenset("SECRET PASSWORD PASSWD CREDENTIAL CREDENTIALS APIKEY PASSPHRASE".split())


def is_secret_variable(name: str) -> bool:
    """Whether an environment variable is named like a secret: by whole words, so KEYBOARD and MAX_TOKENS are not."""
    words = [word for word in re.split(r"[^A-Z0-9]+", re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).upper()) if word]
    if not words:
        return False
    last = words[-1] if not words[-1].isdigit() or len(words) == 1 else words[-2]
    return last in _SECRET_LAST or bool(_SECRET_ANY & set(words)) or "ACCESS_KEY" in "_".join(words)


_START: Final = r"(?:^|[;&|\n(]|\bsudo )\s*"
TEXTS: Final = (
    (
        "deletes",
        "a command that deletes folders",
        rf"{_START}rm\s+(?:-\w+\s+)*-\w*[rR]\w*\s+\S|{_START}rmdir\s+/|{_START}rd\s+/s\b",
    ),
    (
        "destroys",
        "a command that overwrites a disk",
        rf"{_START}mkfs(?:\.\w+)?\s|{_START}dd\s+if=|{_START}shred\s+-|{_START}wipefs\s",
    ),
    ("destroys", "a raw disk", r"/dev/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|disk\d|mmcblk\d)"),
    ("destroys", "a fork bomb", r":\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}"),
    (
        "drops_table",
        "SQL that drops or empties a table",
        r"(?:^|;)\s*(?:DROP\s+(?:TABLE|DATABASE|SCHEMA)|TRUNCATE\s+TABLE)\s+\S",
    ),
    (
        "reads_secrets",
        "the address of a cloud's metadata",
        r"169\.254\.169\.254|metadata\.google\.internal|fd00:ec2::254|100\.100\.100\.200",
    ),
    (
        "reads_secrets",
        "a private key",
        r"\bid_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)|(?:^|[/\\])\.(?:netrc|pgpass|git-credentials)$",
    ),
    ("connects", "a command that fetches", r"(?:^|[;&|(])\s*(?:curl|wget)\s[^\n]*(?:https?://|ftp://|\$)"),
    ("connects", "a shell over the network", r"/dev/(?:tcp|udp)/|\bnc\s+-\w*e|\bbash\s+-i\b"),
    ("runs_programs", "code fetched or decoded and run", r"\|\s*(?:ba|z|da)?sh\b|\bbase64\s+(?:-d|--decode)\b[^\n]*\|"),
    (
        "stays",
        "a place from which programs start by themselves",
        r"(?:^|[/\\])(?:\.bashrc|\.zshrc|\.bash_profile|\.zprofile|\.profile|authorized_keys)$|/etc/cron|LaunchAgents|LaunchDaemons|systemd/(?:user|system)",
    ),
)
