# ruff: noqa: E501
"""Written by `manage.py train_triggers`; do not edit.

Weights of matching, and in how many of BACKGROUND_SKILLS public skills each concept of the glossary and each common
word stands. The skills are of permissive licences; nothing of them but these counts is here.
"""

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """Of the arms words, concepts, phrase, name, meaning; and of "none": always, how much is said, chat, a question,
    nothing to do."""

    arms: tuple[float, ...]
    none: tuple[float, ...]


WEIGHTS: Final = Weights(arms=(4.174, 3.595, 0.511, 1.54, 0.0), none=(6.575, -0.863, 2.488, 0.423, 1.062))
WEIGHTS_WITH_MEANING: Final = Weights(
    arms=(3.825, 3.252, 0.486, 1.161, 3.407), none=(6.741, -0.865, 2.519, 0.327, 1.192)
)
BACKGROUND_SKILLS: Final = 322
CONCEPTS_IN: Final[tuple[int, ...]] = (
    115,
    34,
    38,
    47,
    8,
    10,
    7,
    5,
    8,
    4,
    8,
    58,
    37,
    86,
    12,
    40,
    72,
    26,
    20,
    60,
    6,
    8,
    16,
    5,
    16,
    29,
    44,
    28,
    27,
    56,
    43,
    31,
    6,
    15,
    8,
    11,
    24,
    83,
    44,
    17,
    10,
    20,
    20,
    1,
    6,
    7,
    73,
    21,
    25,
    5,
    7,
    29,
    4,
    1,
    14,
    7,
    9,
    28,
    7,
    28,
    7,
    17,
    10,
    43,
    9,
    21,
    20,
    10,
    28,
    6,
    12,
    8,
    7,
    2,
    24,
    7,
    7,
    25,
    24,
    15,
    8,
    12,
    10,
    16,
    22,
    7,
    14,
    46,
    27,
    26,
    6,
    29,
    11,
    50,
    21,
    32,
    13,
    14,
    12,
    6,
    11,
    20,
    31,
    1,
    24,
    18,
    10,
    91,
    5,
    30,
    65,
    47,
    33,
    5,
    0,
    53,
    14,
    35,
    6,
    27,
    19,
    6,
    12,
    4,
    23,
    5,
    5,
    2,
    10,
    14,
    27,
    18,
    3,
    16,
    5,
    12,
    8,
    2,
    2,
    7,
    1,
    2,
    59,
    2,
    9,
    4,
    1,
    4,
    5,
    2,
    9,
    1,
    95,
    48,
    26,
    47,
    25,
    95,
    14,
    13,
    27,
    6,
    14,
    1,
    4,
    3,
    18,
    6,
    7,
    3,
    17,
    27,
    2,
    3,
    3,
    1,
    1,
    1,
    1,
    5,
    11,
    18,
    5,
    6,
    8,
    1,
    10,
    6,
    13,
    2,
    19,
    34,
    1,
    3,
    8,
    36,
    9,
    1,
    4,
    6,
    3,
    14,
    6,
    10,
    1,
    8,
    4,
    5,
    22,
    1,
    15,
    9,
    5,
    27,
    17,
    4,
    7,
    14,
    8,
    4,
    5,
    3,
    1,
    5,
    5,
    1,
    5,
    64,
    6,
    11,
    1,
    22,
    8,
    2,
    19,
    13,
    11,
    3,
    2,
    1,
    6,
    3,
    14,
    3,
    2,
    7,
    8,
    10,
    2,
    19,
    1,
    3,
    7,
    6,
    4,
    0,
    1,
    7,
    0,
    31,
    0,
    8,
    7,
    5,
    0,
    2,
    4,
    7,
    1,
    5,
    13,
    4,
    6,
    0,
    1,
    0,
    1,
    4,
    11,
    1,
    1,
    2,
    4,
    3,
    1,
    1,
    7,
    3,
    1,
    2,
    4,
    2,
    2,
    2,
    3,
    6,
    7,
    11,
    2,
    25,
    25,
    13,
    2,
    1,
    5,
    3,
    2,
    2,
    5,
    4,
    9,
    6,
    28,
    6,
    11,
    3,
    4,
    4,
    1,
    2,
    2,
    2,
    7,
    1,
    0,
    0,
    1,
    5,
    2,
    0,
    4,
    0,
    1,
    4,
    10,
    14,
    7,
    1,
    2,
    19,
    2,
    2,
    0,
    2,
    1,
    3,
    2,
    2,
    0,
    0,
    12,
    2,
    6,
    4,
    0,
    3,
    16,
    0,
    1,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    4,
    0,
    0,
)
WORDS_IN: Final[dict[int, str]] = {
    282: ("to "),
    277: ("and "),
    273: ("for "),
    263: ("use "),
    260: ("the "),
    259: ("with "),
    249: ("a or "),
    247: ("1 "),
    242: ("in "),
    240: ("2 "),
    224: ("3 "),
    214: ("when "),
    204: ("from "),
    201: ("this "),
    200: ("is "),
    184: ("on "),
    183: ("4 "),
    181: ("not "),
    179: ("skill "),
    170: ("of "),
    164: ("it "),
    163: ("if "),
    162: ("user "),
    159: ("you "),
    158: ("5 "),
    156: ("file "),
    153: ("that "),
    150: ("as "),
    143: ("requir "),
    141: ("your "),
    140: ("do exampl "),
    139: ("what "),
    137: ("all bash work "),
    134: ("by "),
    133: ("name "),
    132: ("creat "),
    129: ("get start "),
    128: ("are "),
    124: ("befor run "),
    123: ("no "),
    120: ("need "),
    119: ("onli pattern "),
    118: ("check "),
    117: ("set "),
    115: ("api "),
    114: ("code read "),
    112: ("data "),
    108: ("at one tool type "),
    107: ("add be "),
    106: ("first list refer "),
    105: ("json workflow "),
    103: ("key output specif "),
    102: ("an generat "),
    100: ("path "),
    98: ("md new "),
    97: ("base "),
    95: ("ani core time "),
    92: ("instal "),
    90: ("detail "),
    89: ("import write "),
    88: ("how task without "),
    87: ("best https step "),
    86: ("ask command up "),
    85: ("build option python "),
    84: ("common default "),
    83: ("exist "),
    82: ("content "),
    81: ("agent can chang test "),
    80: ("6 context note "),
    79: ("com each id must review "),
    78: ("10 descript find "),
    77: ("via "),
    76: ("provid "),
    75: ("ai into manag quick "),
    73: ("call doe return "),
    72: ("format full usag "),
    70: ("practic text "),
    69: ("document error everi result script session structur then "),
    68: ("project system "),
    67: ("includ open search "),
    66: ("have multipl report see should "),
    65: ("0 access state "),
    64: ("make request want "),
    63: ("execut process url "),
    62: ("about after alway complet direct environ implement oper updat x "),
    61: ("configur i integr show sourc "),
    60: ("avail identifi messag product "),
    59: ("cli limit overview verifi "),
    58: ("config handl model never over plan singl "),
    57: ("design featur has load perform respons them these "),
    56: ("activ fail local prompt question "),
    55: ("queri resourc "),
    54: ("app rule setup support "),
    53: ("across explicit like other page they "),
    52: ("directori e g high status valid "),
    51: ("custom develop follow same summari templat "),
    50: ("detect guid imag more multi so true "),
    49: ("fix github prefer recommend token trigger valu web "),
    48: ("7 action but critic current function help line mode server their "),
    47: ("claud depend edit log through understand version visual which will "),
    46: ("analysi analyz auto control extract interact memori number per py save select vs "),
    45: ("clear just live match own "),
    44: ("100 alreadi concept defin issu next pass relat style ui "),
    43: ("appli export input js my node real than "),
    42: ("applic connect contain keep post skip two variabl "),
    41: ("automat convers failur order secur "),
    40: ("auth back block decis enabl miss optim out say where "),
    39: ("8 complex databas dev end stop "),
    38: ("e.g etc exact flow focus scope "),
    37: ("differ doc inform librari store target titl track "),
    36: ("c correct domain instruct level link platform repo right was "),
    35: ("20 authent commit confirm guidanc item languag last learn look main servic size standard "),
    34: ("author autom capabl github.com human max monitor n onc tabl "),
    33: ("architectur basic between case knowledg map most topic "),
    32: ("account behavior continu copi engin env git http index me public readi self share "),
    31: ("15 actual approach built count d date go present principl qualiti record simpl still whi "),
    30: ("30 9 debug event fals flag good send take while "),
    29: (
        "12 anyth comprehens email ensur f final histori instead markdown may mcp navig non packag purpos "
        "repeat s section string view "
    ),
    28: (
        "advanc approv avoid choos class client curl dir done everyth fast field ignor improv matter minut "
        "point produc progress re recent relev wait "
    ),
    27: ("also b categori clean evalu npx persist person remov rout turn window yes "),
    26: ("bodi cd clawdbot cost fetch framework group html job research stage strategi success tell troubleshoot "),
    25: (
        "appropri artifact both captur checklist close cloud consist convert cover deep deploy download "
        "filter give here initi larg long manual method move pre print rang safe scale verif "
    ),
    24: (
        "color compon consid constraint cross describ extern form h know let logic login loop metadata normal "
        "npm o posit problem risk secret technic top 成 用 "
    ),
    23: (
        "50 answer credenti delet effect googl hour isol latest min minim natur network now part pipelin rate "
        "scan second stack would 使 使用 理 的 "
    ),
    22: (
        "address against audit batch below browser dashboard decid element endpoint found free goal header "
        "info label maintain market observ rather reason releas root short small special tip tri under until "
        "y zero 一 可 "
    ),
    21: (
        "abov accept background concret guidelin happen internal io keyword layout metric nativ object pdf "
        "primari profil raw relationship resolv schema sh shape sign storag suggest surfac term thing ts "
        "whether ✅ 作 出 分 性 生 要 "
    ),
    20: (
        "assist benefit break brief chat contract creation express gap graph head ident interfac later low "
        "mani mechan medium off origin phase png power pr python3 rememb schedul screen ship stay there trust "
        "way wrong 全 化 定 能 重 "
    ),
    19: (
        "altern backend caus click comput driven example.com fill fresh futur grep immedi insid known mention "
        "merg modifi organiz parallel permiss price r refactor role safeti separ specifi src unless who word "
        "以 内 合 型 提 示 行 "
    ),
    18: (
        "boundari bug communic db determin discov expect feedback general inlin licens llm machin maco meet "
        "null prepar prerequisit preserv push render replac repositori someth spec split subag thread 不 何 在 式 "
        "数 文 新 模 自 量 "
    ),
    17: (
        "argument awar better branch bundl button cannot come day devic display even except frame gate intent "
        "locat mandatori paramet pars proceed profession properti red rest slow solut sub termin timeout v v1 "
        "watch week within 例 前 原 始 完 接 时 更 "
    ),
    16: (
        "01 addit anti appear application/json assum been calcul choic codebas compat draft effici els entri "
        "evid explain fallback finish folder hand linux m master mean node.js often p pick prevent publish "
        "reduc retriev semant site space think tree txt typescript var 上 于 保 回 或 最 有 来 标 正 生成 目 程 "
    ),
    15: (
        "25 allow antipattern assess bin busi ci codex content-type contenttyp definit drive experi feel fit "
        "font frontend hard init involv iter layer localhost mark os password pip plain polici previous "
        "privat reach readabl recal sdk shell signal skill.md social today todo touch vector video we websit "
        "well width ⚠ 下 中 为 件 取 实 对 持 据 求 流 表 集 "
    ),
    14: (
        "2026 async await becaus cach card care claim compar complianc consult contrast daili discoveri down "
        "duplic durat edg empti enter entir explor extens friend green guess hit impact independ modul none "
        "orchestr pair past place preview prioriti pro proper refin reject score similar some stale static "
        "sync tag team techniqu util visibl weight workspac 个 代 供 加 发 基 容 应 建 提供 本 果 查 格 模式 现 类 过 通 "
    ),
    13: (
        "24 adapt again append builtin carri catch clarifi collect column combin could cron cycl def depth "
        "enforc enhanc essenti factor forc generic global health inspect invok kind leav major migrat op "
        "priorit protocol receiv ref retri reus row runtim screenshot sheet silent snapshot studio systemat "
        "theme three treat twitter upload violat volum whenev 了 事 优 关 具 列 动 单 和 品 处 存 工 并 度 开 得 指 明 是 构 检 法 源 "
        "系 解 计 进 部 题 高 "
    ),
    12: (
        ".md 14 23 40 500 align archiv area balanc bot box chain channel comment compani comparison composit "
        "conflict consol coordin criteria diff dure dynam echo enough exit fact fall figur gemini height "
        "infer inject intellig kiro land launch least length lifecycl measur media noth offici otherwis "
        "outcom overrid partner plus precis propos queue rais readon reliabl remind resolut resum scenario "
        "sequenc sort suit switch too total trace transform v2 warn worth written 体 何时 入 则 到 变 可能 后 向 常 当 情 户 "
        "所 操 操作 改 时使 期 检查 每 流程 点 用的 确 结 进行 速 配 问 需 需要 面 "
    ),
    11: (
        "100% 18 2-3 300 absolut acknowledg aggreg anoth array attach bad bring budget built-in cancel chart "
        "classif condit const convent crew desir details.md did estim forget gather handler heavi helper "
        "hierarchi idea individu javascript kirocrew minimum moment month owner react recoveri "
        "references/details.md region remot renam sampl seed side summar technolog tier timestamp tone "
        "toolkit transcript typographi uv world x.com year 一个 之 任 会 信 内容 决 制 力 务 多 将 工作 心 技 按 推 支 数据 方 无 时间 核 "
        "根 根据 特 特定 示例 管 编 考 而 规 请 调 都 间 非 "
    ),
    10: (
        ".env 1-2 11 60 act asset attent becom brand cat clawd cluster conduct consum coverag creativ dataset "
        "deck deleg demo desktop determinist distinct due embed entiti filesystem forev frequent fs ground "
        "hidden higher hold hook host indic infrastructur insight instanc instant itself lead letter "
        "long-term longterm meta methodolog oauth old paper peopl period phrase pin port read-only real-time "
        "realtim recur refresh regist remain repli respond router scientif sensit sentenc sinc slack slide "
        "smart speed sql stream studi subject submit such tmp train transact transit unavail unit veri wrap "
        "wrapper www yaml ❌ ク シ ショ ス テ ト ョ ョン ン ー 与 人 付 位 修 先 公 及 台 同 地 基于 处理 复 外 大 失 好 如 安 完全 平 平台 序 录 快 态 总 "
        "意 所有 收 整 景 构建 核心 段 每个 比 注 状 用于 用户 码 策 管理 级 统 置 言 记 起 输 运 适 通过 链 限 "
    ),
    9: (
        "110 16 200 90 accuraci age ai-generated ai-powered aigener aipow algorithm amount anim anti-patterns "
        "attack bearer behind binari brew caller char chrome cite clarif cleanup concern concis confid "
        "config.json consent craft dark declar delay deliv deliver deliveri diagram dimens disciplin docker "
        "dont excel expert expos face flowchart foundat four fulli fundament hash heartbeat inherit interpret "
        "join legaci legal lightweight lite materi matrix meaning member mistak notif offer palett pay "
        "payment pend physic playwright possibl procedur protect ration reader regress reveal revers signific "
        "signup situat solv spawn symptom tab threshold tune w whole た と の よ ア ィ スト タ フ プ ラ レ レー ロ 令 值 关键 再 准 "
        "分析 助 包 原始 参 反 含 子 安全 对于 导 工具 引 必 快速 更新 析 架 框 次 活 清 由 相 知 短 符 等 签 简 类型 系统 要求 认 设 证 试 话 说 质 键 长 问题 预 验 "
    ),
    8: (
        "3000 admin alon announc anthrop attribut audio autonom begin builder calendar candid cell checkout "
        "cmd compil compound credit csv currenc dd dedic dev/null disabl discuss distribut don especi "
        "establish evolv famili faster few filenam formula gateway genuin grid har hardcod home howev hub "
        "ingest insert int investig latenc leak letta lock lookup lose lower manipul mkdir mm mobil modal "
        "multi-step multistep nano near news notifi openai paragraph parent partial paste paus pdfs perfect "
        "pitfal plugin predict put quot readm restart restrict reusabl rich roadmap scaffold scratch selector "
        "serv sever signatur simpli sound spreadsheet sq stabl stat succeed sum synthes tdd those timelin "
        "tracker trade unrel us variant wallet yyyi で な め イ ター ッ ック ティ デ ド パ フロ ベ モ リ ル ンス ーク 主 么 交 产 产品 从 以下 "
        "价 作流 保持 其 决策 别 功 区 启 命 器 场 备 实现 少 库 应用 报 排 文件 日 是一 框架 激 然 盖 真 索 者 自动 质量 路 转 输出 造 除 项 风 🎯 "
    ),
    7: (
        "03 1.5 13 150 2-5 2024 24h 28 abstract accomplish accur anchor api_key articl assign assumpt atom "
        "attempt averag banana bar baselin beat bold brainstorm byte canon child children clariti collabor "
        "concurr consider decod diagnost dispatch drop earli encod encrypt eval expens experiment extend "
        "ffmpeg fire fold followup front fullstack grace guard guardrail headless https://example.com "
        "https://github.com/lxgic-studios https://lxgicstudios.substack.com https://x.com/lxgicstudios hybrid "
        "interval invalid invoic jq light longer lxgic lxgic-studios lxgicstudio lxgicstudios.substack.com "
        "might mit mjs modern motion narrat net night num offic open-source opensourc outsid panel paywal "
        "placehold placement polish polit portal postgr prebuilt prior probabl program prose prove proven prs "
        "publication-quality publicationqu pure quiet readme.md referenc reflect registri reread said scroll "
        "sens seri sign-ups sleep slug softwar sqlite statement stdout strict substack superpow symbol talk "
        "tap thought timezon togeth trend triag typic u unclear uniqu usual verbos walk were wide worker "
        "worktre writer xlsx yet z zip い か が き く こ し した して す する ため て ない に のた は ま また ら る を イン ェ エ キ グ コ サ ジ セ "
        "チ ット トの トを バ プラ ム ロー ワ ワー ンテ ント ーン 三 上下 不要 业 义 之前 什 什么 他 代码 以及 们 但 元 免 切 列表 创 原因 参考 反模 受 因 如果 字 它 実 "
        "审 客 密 就 已 带 想 我 批 控 提示 改变 效 断 未 条 标签 案 模型 测 添 独 率 的模 目标 相关 确定 確 立 端 算 线 组 结构 而非 至 范 获 见 规则 评 识 词 语 "
        "请求 读 超 返 这 适用 选 重要 错 项目 📊 "
    ),
    6: (
        "02 1.0 1000 123 2.0 2025 22 3.1 600 ab accent adjust advic agents.md alert annot anti-pattern appl "
        "architect arg audienc autodetect aw azur bank basedir bill bio biolog board book bottom broad brows "
        "bulk center charact characterist claw clawdhub communiti compress consolid correl cpu css cut "
        "datetim deriv destruct detach df disclosur discord disk dom dot draw easi either elev emoji energi "
        "english exec expand fastest feed financ financi fixtur generate_schematic.py gh gotcha govern "
        "gradient haiku handoff hello hide highlight identif incomplet increment intend interest interview "
        "inventori journal jpg judgment lab lack len lesson made manifest marker med mem mental middlewar "
        "mitig mix morn much mutat next.js numpi one-off oneoff onlin openclaw opinion ownership package.json "
        "paid param perspect philosophi piec pool press privaci processor proof proxi pull random real-world "
        "realiti realworld recip redi redirect redund repair reproduc reset round rpc rust sale schemat "
        "scrape scripts/generate_schematic.py seem shift shot shown simul slash someon stakehold statist str "
        "strateg strength strong stuck subtitl subtl surviv t telegram tempor third thorough throw tomorrow "
        "traffic transfer transpar trivial tsx unauthor unknown unlik upstream ux vari verdict virtual vision "
        "weak webhook white xml yourself yyyy-mm-dd ⚡ う から さ され しい たは ど など べ めの り れ れた を使 ァ カ クテ クフ ケ コン コー ザ "
        "ザー ジェ スを タイ ッシ ップ ツ トリ ファ プロ ポ マ メ ユ ユー ライ リー ルを ロン ング ーを ーザ ーシ ージ ース ート ード ール 下文 不同 专 中的 任何 优先 写 况 "
        "创建 判 利 功能 動 包含 匹 匹配 即 历 否 告 响 場 場合 境 天 头 存在 学 完整 定す 审查 客户 小 尽 布 形 径 总结 情况 感 技术 括 描 施 时激 服 术 机 来源 标准 "
        "标记 構 此 气 添加 激活 现有 电 的な 的に 监 目的 直 终 经 编码 致 色 营 视 認 记录 识别 该 资 跟 跟踪 路径 踪 边 还 还是 连 述 追 送 部分 重新 首 "
    ),
}
