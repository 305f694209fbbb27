"""Where secrets lie on Linux, macOS and Windows, and which files decide what agents may do.

A place is a run of path parts in lower case, found anywhere in a path; `*` stands for any run of characters in one
part. What lies below a place belongs to it. Sources: the reference system's list and the vendors' documentation.
"""

from typing import Final

SENSITIVE: Final[dict[str, str]] = {
    "SSH keys": """
        .ssh  id_rsa  id_dsa  id_ecdsa  id_ed25519  id_ecdsa_sk  id_ed25519_sk  identity.ppk  *.ppk
        etc/ssh/ssh_host_*  programdata/ssh  appdata/roaming/putty  .putty
    """,
    "encryption keys": """
        .gnupg  .gpg  appdata/roaming/gnupg  secring.gpg  .password-store  .age/keys.txt  .config/sops/age
        sops/age/keys.txt  *.kdbx  *.p12  *.pfx  *.jks  *.keystore  *.keytab  etc/ssl/private  etc/pki/tls/private
        etc/letsencrypt/live  etc/letsencrypt/archive  etc/wireguard  etc/ipsec.secrets
    """,
    "cloud credentials": """
        .aws  .azure  .config/gcloud  appdata/roaming/gcloud  .boto  .s3cfg  .oci  .bluemix  .ibmcloud  .aliyun
        .tccli  .config/doctl  appdata/roaming/doctl  application support/doctl  .config/hcloud
        .config/linode-cli  .fly  .config/rclone  appdata/roaming/rclone  .databrickscfg  .snowflake  .snowsql
        .config/scaleway  .config/heroku  .terraform.d  .terraformrc  terraform.rc  *.tfvars
        .pulumi/credentials.json  .vault-token  .config/op  .midway  .config/configstore
        application_default_credentials.json  .config/stripe  .config/netlify  .local/share/com.vercel.cli
        application support/com.vercel.cli  .wrangler  .config/.wrangler  .railway
    """,
    "cluster and container credentials": """
        .kube  .docker/config.json  .docker/contexts  .dockercfg  .config/containers/auth.json
        .config/helm/registry  etc/kubernetes  var/lib/kubelet  etc/rancher  .minikube  run/secrets
        .config/argocd
    """,
    "credentials of a package registry": """
        .npmrc  .yarnrc.yml  .pypirc  .config/pip/pip.conf  .config/uv/credentials  .local/share/uv/credentials
        .cargo/credentials  .cargo/credentials.toml  .gem/credentials  .bundle/config  .m2/settings.xml
        .m2/settings-security.xml  .gradle/gradle.properties  .composer/auth.json  .config/composer/auth.json
        appdata/roaming/composer/auth.json  .nuget/nuget.config  appdata/roaming/nuget  .hex/hex.config
        .config/hatch  .config/pypoetry/auth.toml  application support/pypoetry/auth.toml
        appdata/roaming/pypoetry/auth.toml
    """,
    "credentials of version control": """
        .git-credentials  .config/git/credentials  .config/gh  appdata/roaming/github cli  .config/hub
        .config/glab-cli  .hgrc  .subversion/auth  .config/tea  .config/github-copilot
        appdata/local/github-copilot
    """,
    "login data of a network or database client": """
        .netrc  _netrc  .pgpass  appdata/roaming/postgresql/pgpass.conf  .my.cnf  .mylogin.cnf  .mysqlsh
        .rediscli_auth  .cifs-credentials  .smbcredentials  .davfs2/secrets  etc/davfs2/secrets  .config/msmtp
        .msmtprc  .mbsyncrc  .fetchmailrc  .config/neomutt/secrets  appdata/roaming/filezilla  .config/filezilla
        .config/remmina  .local/share/remmina  .vnc/passwd  .thunderbird  application support/thunderbird
        appdata/roaming/thunderbird  .kaggle  .huggingface  .cache/huggingface/token
        .cache/huggingface/stored_tokens
    """,
    "credentials of an agent": """
        .claude/.credentials.json  .claude.json  .codex/auth.json  .gemini/oauth_creds.json
        .gemini/google_accounts.json  .qwen/oauth_creds.json  .local/share/kiro-cli  application support/kiro-cli
        appdata/local/kiro-cli  appdata/roaming/kiro-cli  .local/share/amazon-q  application support/amazon-q
        appdata/local/amazon-q  .local/share/opencode/auth.json  appdata/local/opencode/auth.json
        .config/opencode/auth.json  .config/cursor/auth.json  .cursor/auth.json  appdata/roaming/cursor/auth.json
        .factory/auth.json  .openclaw/credentials  .openclaw/.env  .openclaw/identity  .hermes/.env
        .hermes/auth.json  .config/goose/secrets.yaml  .aider.conf.yml  .continue/.env  .config/kiro/auth.json
        .kiro/auth  .kiro/sso  .mcp-auth  .config/anthropic  .openai  .config/io.datasette.llm/keys.json
        application support/io.datasette.llm/keys.json
    """,
    "a browser's passwords and cookies": """
        .mozilla  .librewolf  .config/google-chrome*  .config/chromium  .config/microsoft-edge*
        .config/bravesoftware  .config/vivaldi  .config/opera  snap/firefox  snap/chromium
        .var/app/org.mozilla.firefox  application support/firefox  application support/google/chrome*
        application support/microsoft edge*  application support/bravesoftware  application support/arc
        application support/vivaldi  appdata/local/google/chrome*  appdata/local/microsoft/edge*
        appdata/local/bravesoftware  appdata/roaming/mozilla  appdata/roaming/opera software  library/safari
        library/cookies  library/containers/com.apple.safari  login data  key4.db  logins.json  cookies.sqlite
        storage_state.json  storage-state.json  storagestate.json  cookies.txt
    """,
    "passwords kept by the system": """
        library/keychains  .local/share/keyrings  .local/share/kwalletd  .gnome2/keyrings  .kde/share/apps/kwallet
        appdata/roaming/microsoft/credentials  appdata/local/microsoft/credentials
        appdata/roaming/microsoft/protect  appdata/local/microsoft/vault
        appdata/roaming/microsoft/systemcertificates  appdata/roaming/microsoft/crypto
        programdata/microsoft/crypto  programdata/microsoft/vault  microsoft/protect  windows/system32/config
        windows/sysnative/config  windows/repair  windows/ntds  ntds.dit  windows/panther  unattend.xml
        sysprep.xml  etc/shadow  etc/shadow-  etc/gshadow  etc/gshadow-  etc/sudoers  etc/sudoers.d
        etc/master.passwd  etc/security/opasswd  etc/krb5.keytab  var/db/dslocal  var/db/shadow
        private/var/db/systempolicy  application support/com.apple.tcc  .config/1password
        application support/1password  appdata/local/1password  .config/bitwarden*  application support/bitwarden*
        appdata/roaming/bitwarden*  .config/keepassxc
    """,
    "memory or environment of a process": """
        proc/*/environ  proc/*/mem  proc/*/maps  proc/*/fd  proc/*/root  proc/*/cwd  proc/*/task  proc/*/cmdline
        proc/kcore  proc/kmem  dev/mem  dev/kmem  dev/sda*  dev/sdb*  dev/nvme*  dev/vda*  dev/disk  dev/rdisk*
        dev/fd  var/lib/systemd/coredump  globalroot  physicaldrive*
    """,
    "what was typed in a shell": """
        .bash_history  .zsh_history  .zhistory  .sh_history  .python_history  .node_repl_history  .psql_history
        .mysql_history  .sqlite_history  .rediscli_history  .lesshst  .local/share/fish/fish_history
        consolehost_history.txt  .local/state/python_history
    """,
    "settings with secrets": """
        .env  .env.*  .envrc  .flaskenv  .dev.vars  secrets.toml  wp-config.php  .htpasswd
    """,
    "this server's keys and database": """
        kirocrew/secret_key  kirocrew/backups  kirocrew/owner_link.json  kirocrew/owner_link.new
        kirocrew.sqlite3*  .kirocrew.sqlite3*  before-migration-*.sqlite3*
    """,
}
"""Place by place, grouped by what is kept there. Parts hold blanks; two blanks divide places."""

HARMLESS: Final = ".env.example  .env.sample  .env.template  .env.dist  .env.defaults  .env.schema  .env.test.example"
"""Names that a place covers, but that are made to be read."""

PROTECTED: Final[dict[str, str]] = {
    "what agents may do": """
        .claude/settings.json  .claude/settings.local.json  .claude/hooks  .claude/managed-settings.json
        etc/claude-code  application support/claudecode  programdata/claudecode  .mcp.json  .kiro/hooks
        .kiro/settings  .kiro/agents  .aws/amazonq  .amazonq/cli-agents  .amazonq/mcp.json  .cursor/hooks.json
        .cursor/hooks  .cursor/mcp.json  .cursor/permissions.json  .cursor/cli.json  .cursor/cli-config.json
        .codex/config.toml  .codex/hooks.json  .codex/hooks  .codex/rules  .gemini/settings.json
        .gemini/extensions  .qwen/settings.json  .config/opencode/opencode.json  opencode.json  .opencode/plugin
        .openclaw/openclaw.json  .hermes/config.yaml  .vscode/settings.json  .vscode/tasks.json  .vscode/mcp.json
        claude_desktop_config.json  .windsurf/hooks.json  .codeium/windsurf/mcp_config.json
        .factory/settings.json
    """,
    "what a shell runs when it starts": """
        .bashrc  .bash_profile  .bash_login  .bash_logout  .bash_aliases  .profile  .zshrc  .zshenv  .zprofile
        .zlogin  .config/fish/config.fish  .config/fish/conf.d  .xprofile  .xinitrc  .pam_environment  .inputrc
        powershell/profile.ps1  windowspowershell/profile.ps1  microsoft.powershell_profile.ps1
    """,
    "what the system runs by itself": """
        library/launchagents  library/launchdaemons  .config/systemd  .config/autostart  etc/systemd  etc/cron*
        var/spool/cron  etc/init.d  etc/profile  etc/profile.d  etc/environment  etc/ld.so.preload
        etc/ld.so.conf*  etc/pam.d  etc/passwd  etc/group  etc/hosts  etc/resolv.conf  start menu/programs/startup
        windows/system32  windows/syswow64  usr/bin  usr/sbin  usr/lib/systemd  .config/environment.d
    """,
    "what version control runs": """
        .git/hooks  .git/config  .gitconfig  .config/git  .husky  .hg/hgrc  .pre-commit-config.yaml
    """,
    "this server's files": "kirocrew/kirocrew.env  kirocrew/models",
}
"""Files that may be read, but whose change would change what is allowed, or run by itself."""
