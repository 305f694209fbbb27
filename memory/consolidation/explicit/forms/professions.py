"""What people say they are by work: "I'm a nurse" says something for long, "I'm a mess" does not."""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

from typing import Final

ENGLISH: Final = (
    r"(?:(?!any |no |better |good |bad |great |terrible |former |would-be |wannabe |slow |fast |big |huge |real )[\w-]+ ){0,3}?"
    r"(?:accountant|actor|actress|architect|artist|baker|biologist|builder|carpenter|chef|chemist|coach|composer|consultant|cook|counsellor|counselor|dancer|dentist"
    r"|designer|developer|director|doctor|driver|economist|editor|electrician|engineer|farmer|firefighter|florist|freelancer|gardener|geologist|hairdresser|historian|illustrator"
    r"|interpreter|journalist|judge|lawyer|lecturer|librarian|linguist|manager|mathematician|mechanic|midwife|musician|nurse|painter|paramedic|pharmacist|photographer|physicist"
    r"|physiotherapist|pilot|plumber|poet|politician|postdoc|producer|professor|programmer|psychologist|realtor|receptionist|researcher|scientist|secretary|singer|social worker"
    r"|soldier|student|surgeon|sysadmin|tailor|teacher|technician|therapist|tour guide|translator|undergraduate|veterinarian|vet|waiter|waitress|web developer|welder|writer)"
)
GERMAN: Final = (
    r"(?:(?:eine?n? |selbst[sä]tändige[rn]? |freie[rn]? |angehende[rn]? )?)"
    r"(?:[\w-]*(?:architekt|arzt|ärztin|anwalt|anwältin|bäcker|berater|designer|dolmetscher|entwickler|erzieher|fahrer|forscher|fotograf|friseur|gärtner|grafiker|händler|informatiker|ingenieur|journalist|koch|köchin"
    r"|künstler|lehrer|maler|manager|mechaniker|musiker|pfleger|physiker|pilot|polizist|professor|programmierer|psychologe|psychologin|richter|schreiner|schüler|student|studentin|techniker|therapeut|tischler|übersetzer|verkäufer|wissenschaftler)(?:in)?"
    r"|rentner(?:in)?|krankenschwester|hebamme)(?: von beruf)?"
)
FRENCH: Final = (
    r"(?:une? )?(?:architecte|avocate?|boulang(?:er|ère)|chauffeu(?:r|se)|chef de projet|chercheu(?:r|se)|coiffeu(?:r|se)|comptable|consultante?|cuisini(?:er|ère)|dentiste|designer|développeu(?:r|se)|écrivaine?|enseignante?|étudiante?|graphiste"
    r"|infirmi(?:er|ère)|informaticien(?:ne)?|ingénieure?|instituteur|institutrice|interprète|journaliste|juriste|kiné\w*|mécanicien(?:ne)?|médecin|musicien(?:ne)?|peintre|pharmacien(?:ne)?|photographe|pompier|prof(?:esseure?)?|programmeu(?:r|se)"
    r"|psychologue|retraitée?|scientifique|secrétaire|technicien(?:ne)?|traduct(?:eur|rice)|vendeu(?:r|se)|vétérinaire)(?: (?:de|d'|en|à) ?[^,;:\n]{1,40}?)?"
)
SPANISH: Final = (
    r"(?:una? )?(?:abogad[oa]|arquitect[oa]|artista|bombero|camarer[oa]|científic[oa]|cociner[oa]|consultora?|contadora?|contable|dentista|desarrolladora?|diseñadora?|economista|electricista|enfermer[oa]|escritora?|estudiante|farmacéutic[oa]"
    r"|fotógraf[oa]|informátic[oa]|ingenier[oa]|investigadora?|jubilad[oa]|maestr[oa]|mecánic[oa]|médic[oa]|músic[oa]|periodista|pintora?|profesora?|programadora?|psicólog[oa]|secretari[oa]|técnic[oa]|traductora?|vendedora?|veterinari[oa])"
    r"(?: (?:de|en) [^,;:\n]{1,40}?)?"
)
PORTUGUESE: Final = (
    r"(?:uma? )?(?:advogad[oa]|aposentad[oa]|arquitet[oa]|artista|bombeir[oa]|cientista|contadora?|consultora?|cozinheir[oa]|dentista|desenvolvedora?|designer|economista|eletricista|enfermeir[oa]|engenheir[oa]|escritora?|estudante|farmacêutic[oa]"
    r"|fotógraf[oa]|informátic[oa]|jornalista|mecânic[oa]|médic[oa]|músic[oa]|pesquisadora?|pintora?|professora?|programadora?|psicólog[oa]|secretári[oa]|técnic[oa]|tradutora?|vendedora?|veterinári[oa])(?: (?:de|em) [^,;:\n]{1,40}?)?"
)
CHINESE: Final = (
    r"[^,，。；：！？\n我你他她]{0,8}?(?:教师|老师|學生|学生|研究生|博士生|大学生|工程师|工程師|程序员|程式設計師|开发者|设计师|設計師|医生|醫生|护士|護士|律师|律師|会计|會計|记者|記者|作家|画家|畫家|摄影师|攝影師|厨师|廚師|司机|司機|经理|經理"
    r"|科学家|研究员|翻译|演员|歌手|音乐人|警察|军人|农民|工人|公务员|公務員|销售|顾问|建筑师|自由职业者|上班族|药剂师|心理咨询师|产品经理|图书管理员)"
)
JAPANESE: Final = (
    r"[^,、。はが\n]{0,10}?(?:エンジニア|プログラマー?|デザイナー|開発者|教師|先生|学生|大学生|大学院生|高校生|会社員|公務員|医師|医者|看護師|弁護士|会計士|記者|作家|画家|写真家|カメラマン|シェフ|料理人|調理師|運転手|研究者|研究員|科学者|翻訳者|通訳"
    r"|俳優|歌手|音楽家|警察官|農家|主婦|主夫|フリーランス|薬剤師|美容師|保育士|建築家|コンサルタント|マネージャー|司書)"
)
KOREAN: Final = r"[^,.\n]{0,14}?(?:엔지니어|개발자|프로그래머|디자이너|교사|선생님|학생|대학생|대학원생|회사원|직장인|공무원|의사|간호사|변호사|회계사|기자|작가|화가|사진작가|요리사|셰프|운전사|연구원|과학자|번역가|통역사|배우|가수|음악가|경찰관|농부|주부|프리랜서|약사|미용사|건축가|컨설턴트|매니저)"
VIETNAMESE: Final = (
    r"(?:một )?(?:kỹ sư|lập trình viên|nhà thiết kế|thiết kế viên|giáo viên|giảng viên|sinh viên|học sinh|nghiên cứu sinh|bác sĩ|y tá|điều dưỡng|luật sư|kế toán|nhà báo|phóng viên|nhà văn|họa sĩ|nhiếp ảnh gia|đầu bếp|tài xế|nhà nghiên cứu|nhà khoa học"
    r"|phiên dịch|biên dịch viên|diễn viên|ca sĩ|nhạc sĩ|công an|nông dân|công nhân|nội trợ|freelancer|dược sĩ|kiến trúc sư|nhân viên [^,;:\n]{1,25}?|quản lý)(?: [^,;:\n]{1,30}?)?"
)
