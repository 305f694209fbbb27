"""Credentials known by their shape: the prefix that must be there, the pattern, the gate."""

import re
from dataclasses import dataclass

from .entropy import entropy, is_placeholder

LEFT = r"(?<![A-Za-z0-9_])"
RIGHT = r"(?![A-Za-z0-9_])"


@dataclass(frozen=True, slots=True)
class Shape:
    """``hints``: the pattern runs only if one of them is a substring of the text.

    ``bits``: least entropy per character of the whole match.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    bits: float

    def accepts(self, value: str) -> bool:
        # Some vendors begin with a row of the letter A, which is no filling there.
        return not is_placeholder(value.lstrip("A")) and entropy(value) >= self.bits


def shape(kind: str, hints: str, pattern: str, bits: float = 3.0) -> Shape:
    return Shape(kind, tuple(hints.split("|")), re.compile(LEFT + "(?:" + pattern + ")" + RIGHT), bits)


# Formats: the vendors' documentation and public secret-scanner rules.
SHAPES: tuple[Shape, ...] = (
    shape("aws_access_key", "AKIA|ASIA|ABIA|ACCA", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}", 2.5),
    shape("aws_session_token", "IQoJb3JpZ2luX2V", r"IQoJb3JpZ2luX2V[A-Za-z0-9+/=]{60,}={0,2}"),
    shape("aws_bedrock", "ABSK|bedrock-api-key-", r"ABSK[A-Za-z0-9+/]{60,}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{40,}"),
    shape("github", "ghp_|gho_|ghu_|ghs_|ghr_", r"gh[pousr]_[A-Za-z0-9]{30,255}"),
    shape("github_fine_grained", "github_pat_", r"github_pat_[A-Za-z0-9_]{40,255}"),
    shape(
        "gitlab",
        "glpat-|gldt-|glrt-|glptt-|glcbt-|glft-|glsoat-|glimt-|glagent-|gloas-|GR1348941|glffct-",
        r"(?:glpat|gldt|glrt|glptt|glcbt|glft|glsoat|glimt|glagent|gloas|glffct)-[A-Za-z0-9_.=-]{20,}|GR1348941[\w-]{20,}",
        2.8,
    ),
    shape(
        "slack",
        "xoxb-|xoxp-|xoxa-|xoxr-|xoxs-|xoxe|xoxo-|xapp-|xoxc-|xoxd-",
        r"(?:xox[abeoprscd](?:\.xox[bp])?|xapp)-[A-Za-z0-9%-]{16,}",
        2.8,
    ),
    shape(
        "slack_webhook",
        "hooks.slack.com/",
        r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/+_-]{30,}",
    ),
    shape(
        "discord_webhook",
        "api/webhooks/",
        r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{40,}",
    ),
    shape("discord_bot", "M|N|O", r"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}", 4.0),
    shape("telegram_bot", ":A|bot", r"(?:bot)?\d{7,12}:A[A-Za-z0-9_-]{30,40}"),
    shape(
        "stripe",
        "sk_live_|sk_test_|rk_live_|rk_test_|sk_prod_|whsec_",
        r"(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}",
    ),
    shape("sendgrid", "SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}"),
    shape("mailgun", "key-", r"key-[0-9a-f]{32}"),
    shape("mailchimp", "-us", r"[0-9a-f]{32}-us\d{1,2}"),
    shape("anthropic", "sk-ant-", r"sk-ant-[a-z]{2,8}\d{2}-[A-Za-z0-9_-]{40,}"),
    shape(
        "openai",
        "T3BlbkFJ|sk-proj-|sk-svcacct-|sk-admin-|sk-None-",
        r"sk-(?:[A-Za-z]+-)?[A-Za-z0-9_-]*T3BlbkFJ[A-Za-z0-9_-]{20,}|sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,}",
    ),
    shape("openrouter", "sk-or-", r"sk-or-(?:v\d-)?[A-Za-z0-9]{40,}"),
    shape("sk_key", "sk-", r"sk-(?:lf-|live-|[a-z]{2,6}-)?[A-Za-z0-9]{32,64}"),
    shape("langfuse", "lf-", r"(?:sk|pk)-lf-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"),
    shape("huggingface", "hf_|api_org_", r"(?:hf|api_org)_[A-Za-z]{34}|hf_[A-Za-z0-9]{34,40}", 3.5),
    shape("groq", "gsk_", r"gsk_[A-Za-z0-9]{40,60}"),
    shape("xai", "xai-", r"xai-[A-Za-z0-9]{60,90}"),
    shape("perplexity", "pplx-", r"pplx-[A-Za-z0-9]{40,60}"),
    shape("replicate", "r8_", r"r8_[A-Za-z0-9]{30,45}"),
    shape("tavily", "tvly-", r"tvly-(?:dev-|prod-)?[A-Za-z0-9-]{20,60}"),
    shape("google_api", "AIza", r"AIza[A-Za-z0-9_-]{33,37}"),
    shape("google_oauth_secret", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{24,32}"),
    shape("google_oauth", "ya29.", r"ya29\.[A-Za-z0-9_-]{30,}"),
    shape("google_refresh", "1//0", r"1//0[A-Za-z0-9_-]{30,}-?"),
    shape("npm", "npm_", r"npm_[A-Za-z0-9]{36}"),
    shape("pypi", "pypi-", r"pypi-AgE[A-Za-z0-9_-]{40,}"),
    shape("rubygems", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    shape("crates", "cio", r"cio[A-Za-z0-9]{32}"),
    shape("dockerhub", "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,}"),
    shape("digitalocean", "dop_v1_|doo_v1_|dor_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    shape("digitalocean_spaces", "DO00", r"DO00[A-Z0-9]{16}"),
    shape("databricks", "dapi", r"dapi[0-9a-f]{32}(?:-\d)?"),
    shape("doppler", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]+\.)?[A-Za-z0-9]{40,44}"),
    shape("fly", "fo1_|fm1|fm2_", r"fo1_[\w-]{40,}|fm1[ar]_[A-Za-z0-9+/=]{60,}|fm2_[A-Za-z0-9+/=]{60,}"),
    shape("vault", "hvs.|hvb.|hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{24,}", 3.2),
    shape("terraform", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9=_-]{50,70}"),
    shape("pulumi", "pul-", r"pul-[0-9a-f]{40}"),
    shape("grafana", "glsa_|glc_", r"glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,3}"),
    shape("sentry", "sntrys_|sntryu_", r"sntryu_[0-9a-f]{64}|sntrys_[A-Za-z0-9+/=_-]{60,}"),
    shape("newrelic", "NRAK-|NRJS-|NRII-|NRRA-", r"NR(?:AK|JS|II|RA)-[A-Za-z0-9-]{19,40}"),
    shape("dynatrace", "dt0c01.", r"dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    shape("datadog", "dda_|ddp_", r"dd[pa]_[A-Za-z0-9]{30,}"),
    shape("postman", "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    shape("notion", "ntn_|secret_", r"ntn_[0-9]{11}[A-Za-z0-9]{32,40}|secret_[A-Za-z0-9]{43}"),
    shape("linear", "lin_api_|lin_oauth_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}"),
    shape("airtable", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    shape("asana", "/", r"[12]/\d{13,20}(?:/\d{13,20})?:[0-9a-f]{32}"),
    shape("figma", "figd_|figo_|figu_|figr_|figoh_", r"fig[dour]h?_[A-Za-z0-9_-]{36,48}"),
    shape("shopify", "shpat_|shpca_|shppa_|shpss_", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    shape("square", "sq0|EAAA", r"sq0[a-z]{3}-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{56,64}"),
    shape("paypal", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    shape("plaid", "access-", r"access-(?:sandbox|development|production)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"),
    shape("twilio", "SK", r"SK[0-9a-f]{32}"),
    shape("facebook", "EAA", r"EAA[A-Z][A-Za-z0-9]{80,250}"),
    shape("atlassian", "ATATT3|ATCTT3|ATBB", r"AT[AC]TT3[A-Za-z0-9_=-]{60,300}|ATBB[A-Za-z0-9]{30,40}"),
    shape("cloudflare", "v1.0-", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}"),
    shape("supabase", "sbp_|sb_secret_", r"sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,}"),
    shape("planetscale", "pscale_", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,64}"),
    shape("neon", "napi_", r"napi_[a-z0-9]{40,}"),
    shape("vercel", "vcp_|vercel_", r"(?:vcp|vercel)_[A-Za-z0-9]{24,}"),
    shape("netlify", "nfp_|nfc_", r"nf[pc]_[A-Za-z0-9]{36,}"),
    shape("render", "rnd_", r"rnd_[A-Za-z0-9]{28,}"),
    shape("heroku", "HRKU-", r"HRKU-[A-Za-z0-9_-]{36,64}"),
    shape("circleci", "CCIP", r"CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}"),
    shape("buildkite", "bkua_", r"bkua_[0-9a-f]{40}"),
    shape("sonar", "sqp_|squ_|sqa_", r"sq[pua]_[0-9a-f]{40}"),
    shape("snyk", "snyk_", r"snyk_[a-z]{3}\.[A-Za-z0-9._-]{30,}"),
    shape("artifactory", "AKCp|cmVmd", r"AKCp[A-Za-z0-9]{60,75}|cmVmd[A-Za-z0-9]{58,62}"),
    shape(
        "1password",
        "A3-|ops_",
        r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}|ops_eyJ[A-Za-z0-9+/=]{200,}",
    ),
    shape("age", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-1[A-Z0-9]{50,62}"),
    shape("openshift", "sha256~", r"sha256~[\w-]{43}"),
    shape("octopus", "API-", r"API-(?=[A-Z0-9]*[G-Z])[A-Z0-9]{26,32}", 3.6),
    shape("infracost", "ico-", r"ico-[A-Za-z0-9]{32}"),
    shape("easypost", "EZAK|EZTK", r"EZ[AT]K[A-Za-z0-9]{54}"),
    shape("readme", "rdme_", r"rdme_[a-z0-9]{70}"),
    shape("duffel", "duffel_", r"duffel_(?:test|live)_[A-Za-z0-9_=-]{43}"),
    shape("frameio", "fio-u-", r"fio-u-[A-Za-z0-9_=-]{64}"),
    shape("prefect", "pnu_|pnb_", r"pn[ub]_[A-Za-z0-9]{36}"),
    shape("typeform", "tfp_", r"tfp_[A-Za-z0-9_.=-]{40,60}"),
    shape("clojars", "CLOJARS_", r"CLOJARS_[A-Za-z0-9]{60}"),
    shape("adafruit", "aio_", r"aio_[A-Za-z0-9]{28}"),
    shape("azure_client_secret", "Q~", r"(?<![~.,/-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}", 3.5),
    shape("azure_devops", "AZDO", r"[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{24,30}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),
    shape("alibaba", "LTAI", r"LTAI[A-Za-z0-9]{17,24}"),
    shape("tencent", "AKID", r"AKID[A-Za-z0-9]{13,40}", 3.2),
    shape("mapbox", "sk.eyJ", r"sk\.eyJ[A-Za-z0-9_-]{60,}\.[A-Za-z0-9_-]{20,}"),
    shape("agent_memory", "hsk-|mem0_|brv_|retaindb_|m0-", r"(?:hsk-|mem0_|brv_|retaindb_|m0-)[A-Za-z0-9_-]{20,}"),
    shape(
        "model_vendor",
        "nvapi-|fw_|csk-|jina_|pa-|fc-|tgp_v1_|lsv2_|e2b_",
        r"nvapi-[A-Za-z0-9_-]{40,}|fw_[A-Za-z0-9]{22,}|csk-[A-Za-z0-9]{40,}|jina_[A-Za-z0-9]{40,}|tgp_v1_[\w-]{40,}|lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}|e2b_[0-9a-f]{40}|fc-[0-9a-f]{32}|pa-[A-Za-z0-9_-]{40,}",
    ),
    shape(
        "jwt",
        "eyJ",
        r"eyJ[A-Za-z0-9_-]{8,}\.(?:eyJ[A-Za-z0-9_-]{6,}|[A-Za-z0-9_-]{0,})\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+){0,2}",
    ),
    shape("link_token", "eyJ", r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{43}"),
)
