"""More credentials known by their shape: smaller vendors, password hashes, wallets and addresses that are keys."""

from .shapes import Shape, shape

_B58 = "[1-9A-HJ-NP-Za-km-z]"
_UUID = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"

# Formats: the vendors' documentation and public secret-scanner rules.
VENDORS: tuple[Shape, ...] = (
    shape("ably", ":", r"[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{43}", 4.2),
    shape("adobe", "p8e-", r"p8e-[A-Za-z0-9_-]{32}"),
    shape(
        "authress",
        ".acc",
        r"(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}"
        r"\.[A-Za-z0-9+/_=-]{30,120}",
    ),
    shape("baidu", "bce-v3/", r"bce-v3/ALTAK-[A-Za-z0-9]{21}/[0-9a-f]{40}"),
    shape("bitwarden", "0.", rf"0\.{_UUID}\.[A-Za-z0-9]{{30}}:[A-Za-z0-9+/]{{22}}=="),
    shape("brevo", "xkeysib-|xsmtpsib-", r"x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    shape("calcom", "cal_", r"cal_(?:live_)?[0-9a-f]{32}"),
    shape("clickup", "pk_", r"pk_\d{6,9}_[A-Z0-9]{32}"),
    shape("contentful", "CFPAT-", r"CFPAT-[A-Za-z0-9_-]{43}"),
    shape("courier", "pk_|dk_", r"[dp]k_(?:prod|test)_[A-Z0-9]{26,28}"),
    shape("defined_networking", "dnkey-", r"dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}"),
    shape("dropbox", "sl.", r"sl\.(?:u\.)?[A-Za-z0-9_-]{130,}"),
    shape("elastic", "essu_", r"essu_[A-Za-z0-9+/=_-]{40,}"),
    shape("firebase_messaging", ":APA91b", r"AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,170}"),
    shape("flutterwave", "FLWSECK", r"FLWSECK(?:_TEST)?-[0-9a-zA-Z]{12,32}(?:-X)?", 2.8),
    shape("harness", "pat.|sat.", r"[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}"),
    shape("hubspot", "pat-", rf"pat-[a-z]{{2,3}}\d-{_UUID}"),
    shape("infisical", "st.", r"st\.[0-9a-f-]{24,36}\.[0-9a-f]{32}\.[0-9a-f]{32}"),
    shape("intercom", "dG9rO", r"dG9rO[A-Za-z0-9+/]{54,56}={0,2}"),
    shape("intra42", "s-s4t2", r"s-s4t2(?:ud|af)-[0-9a-f]{64}"),
    shape("launchdarkly", "sdk-", rf"(?<!-)sdk-{_UUID}"),
    shape("lob", "live_|test_", r"(?:live|test)_[0-9a-f]{35}"),
    shape("gocardless", "live_", r"live_(?=[\w=-]*\d)(?=[\w=-]*[A-Z])[A-Za-z0-9_=-]{40}", 3.8),
    shape("maxmind", "_mmk", r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
    shape("modal", "ak-|as-", r"a[ks]-(?=[A-Za-z]*\d)[A-Za-z0-9]{22}", 3.7),
    shape("nuget", "oy2", r"oy2[a-z0-9]{43}"),
    shape("okta", "00", r"00[A-Za-z0-9_-]{40}", 4.6),
    shape("resend", "re_", r"re_[A-Za-z0-9]{8}_(?=[A-Za-z]*\d)[A-Za-z0-9]{20,24}", 3.6),
    shape("scalingo", "tk-us-", r"tk-us-[\w-]{48}"),
    shape("settlemint", "sm_", r"sm_(?:aat|pat|sat)_[A-Za-z0-9]{16}"),
    shape("shippo", "shippo_", r"shippo_(?:live|test)_[0-9a-f]{40}"),
    shape("sourcegraph", "sgp_|slk_", r"sgp_(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}|slk_[0-9a-f]{64}"),
    shape("swarm_join", "SWMTKN-", r"SWMTKN-\d-[a-z0-9]{50}-[a-z0-9]{25}"),
    shape("tailscale", "tskey-", r"tskey-(?:[a-z]{3,10}-)?[A-Za-z0-9]{8,24}(?:-[A-Za-z0-9]{16,40})?", 3.2),
    shape("trello", "ATTA", r"ATTA[0-9a-f]{64}[A-Z0-9]{8}"),
    shape("twitter_bearer", "AAAAAAAAAAAA", r"A{20,24}[A-Za-z0-9]{30,80}(?:%3D|=)[A-Za-z0-9]{30,60}", 3.0),
    shape("vault_legacy", "s.|b.", r"[sb]\.(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]{24}", 3.8),
    shape("volcengine", "AKLT|AKTP", r"AK(?:LT|TP)[A-Za-z0-9_-]{40,60}={0,2}", 3.8),
    shape(
        "yandex",
        "AQVN|t1.|YC",
        r"AQVN[A-Za-z0-9_-]{35,38}|t1\.[A-Za-z0-9_-]+={0,2}\.[A-Za-z0-9_-]{80,90}={0,2}|YC(?=[\w-]*\d)[A-Za-z0-9_-]{38}",
        3.8,
    ),
    shape("zhipu", ".", r"[0-9a-f]{32}\.(?=[A-Za-z0-9]*[A-Z])(?=[A-Za-z0-9]*[a-z])[A-Za-z0-9]{16}", 3.5),
    # Addresses whose path is the credential.
    shape(
        "teams_webhook",
        "webhook.office.com/|/IncomingWebhook/",
        rf"https://[a-z0-9.-]+/webhookb2/[0-9a-f@-]{{36,80}}/IncomingWebhook/[0-9a-f]{{32}}/{_UUID}[\w/-]*",
    ),
    shape(
        "zapier_webhook",
        "hooks.zapier.com/",
        r"https://hooks\.zapier\.com/hooks/(?:catch|standard)/\d+/[A-Za-z0-9/]{6,40}",
        2.0,
    ),
    shape("make_webhook", ".make.com/", r"https://hook\.[a-z0-9.]+\.make\.com/[a-z0-9]{24,40}"),
    shape(
        "ifttt_webhook",
        "maker.ifttt.com/",
        r"https://maker\.ifttt\.com/trigger/[^/\s]+/(?:json/)?with/key/[A-Za-z0-9_-]{20,64}",
    ),
    shape(
        "chat_webhook",
        "chat.googleapis.com/",
        r"https://chat\.googleapis\.com/v1/spaces/[\w-]+/messages\?key=[\w-]+&token=[\w%-]+",
    ),
    shape(
        "feishu_webhook",
        "/bot/v2/hook/",
        rf"https://open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/{_UUID}",
    ),
    shape(
        "dingtalk_webhook",
        "oapi.dingtalk.com/",
        r"https://oapi\.dingtalk\.com/robot/send\?access_token=[0-9a-f]{64}",
    ),
    shape(
        "wecom_webhook",
        "qyapi.weixin.qq.com/",
        rf"https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key={_UUID}",
    ),
    shape(
        "rpc_endpoint",
        "infura.io/|alchemy.com/|alchemyapi.io/",
        r"https://[a-z0-9.-]+\.(?:infura\.io|alchemy\.com|alchemyapi\.io)/v\d/[A-Za-z0-9_-]{32,40}",
    ),
    # Hashes of passwords can be tried out at leisure.
    shape(
        "password_hash",
        "$",
        r"(?<!\$)\$(?:1|5|6|7|y|gy|2[abxy]|apr1|sha1|argon2(?:id|i|d)|scrypt|pbkdf2"
        r"-sha\d{1,3})\$[A-Za-z0-9./,=+$-]{20,200}",
    ),
    shape(
        "django_hash",
        "pbkdf2_sha|argon2$|bcrypt_sha256$",
        r"(?:pbkdf2_sha\d{1,3}\$\d{4,8}\$[A-Za-z0-9./+=]{8,40}\$[A-Za-z0-9./+=]{27,90}|(?:argon2"
        r"|bcrypt_sha256)\$\$?[A-Za-z0-9./,=+$-]{30,200})",
    ),
    # Wallets.
    shape("wallet_import", "5|K|L", rf"(?:5{_B58}{{50}}|[KL]{_B58}{{51}})", 4.6),
    shape("extended_private_key", "xprv|yprv|zprv|tprv", rf"[xyzt]prv{_B58}{{100,112}}"),
)
