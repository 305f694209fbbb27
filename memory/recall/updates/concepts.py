"""Subjects of which a person has one at a time, by the words people speak of them with in several languages.

Two statements that share no word can be about one of them: "I live in Lisbon" and "we moved to Porto", or one in
Chinese and one in English.
"""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from typing import Final

from memory.recall.updates.lexicon import Lexicon

# Latin and Cyrillic words whole, in folded form; a star stands for any ending. The rest wherever it is found.
_CONCEPTS: Final[dict[str, str]] = {
    "home": """live_in live_at live_with lives_in i_live we_live living_in reside resides flat apartment moved_to relocated_to moved_from wohne wohnt wohnen lebe umgezogen
        nach_*_gezogen gezogen vivo vive vivimos mudado mude mudamos j'habite habite demenage demenagee moro mora mudei abito
        trasferito woon verhuisd живу переехал* song_o o_tai chuyen_den chuyen_nha 住在 住 搬到 搬去 搬家 搬来 住んで 引っ越 に住 살고 산다 살아 이사""",
    "job": """my_job new_job job_at job_as a_job_in employer work_for work_at working_for working_at work_as working_as works_for works_at works_as arbeite_bei arbeite_als stelle_bei arbeitgeber trabajo_en trabajo_como trabajo_para empleo travaille_chez
        travaille_comme travaille_pour emploi lavoro_per werk_bij werk_als работаю lam_viec lam_o lam_tai 上班 工作 任职 就职 跳槽 勤め 勤務
        転職 働いて 직장 근무 일하 이직 다니""",
    "name to use": """call_me go_by goes_by my_name address_me nenn_mich heisse nennt_mich llamame me_llamo appelle_moi
        appelle-moi m'appelle me_chame chiamami noem_mij называй* зовут goi_toi goi_minh ten_la ten_minh 叫我 我叫 称呼 と呼んで 呼んで 불러""",
    "phone": """phone phones smartphone iphone android pixel galaxy handy mobiltelefon telefono movil celular telephone
        portable telefone cellulare telefoon телефон dien_thoai 手机 手機 安卓 苹果手机 华为 小米 携帯 スマホ アイフォン 휴대폰 핸드폰 스마트폰 아이폰 갤럭시""",
    "diet": """vegetarian* vegan* meat fleisch vegetarisch fleischlos vegetariano vegetariana vegano carne vegetarien*
        viande vegetarien carnivore мясо вегетариан* an_chay an_man an_thit 吃素 素食 吃肉 吃荤 ベジタリアン 菜食 肉を 채식 고기""",
    "car": """car cars drive drives driving auto wagen fahre coche carro conduzco conduis voiture roule macchina guido
        auto's машин* езжу o_to xe_hoi 开车 汽车 电动车 跑车 车是 的车 開車 クルマ 車は 車を 自動車 자동차 차를""",
    "editor": """editor ide code_editor texteditor editeur エディタ 编辑器 編輯器 에디터 편집기 trinh_soan_thao""",
    "relationship": """married single engaged divorced wife husband girlfriend boyfriend verheiratet geschieden ledig
        casado casada soltero divorciado marie mariee celibataire divorce divorcee женат замужем ket_hon ly_hon doc_than 结婚 離婚 离婚 单身 結婚 独身
        결혼 이혼 독신""",
    "smoking": "smoke smokes smoking smoker cigarettes rauche raucher rauchen fumo fumar fume fumer курю hut_thuoc 抽*烟 吸*烟 戒烟 香烟 タバコ 煙草 담배",
    "alcohol": "alcohol alkohol alcool sober beer wine spirits 喝*酒 戒酒 禁酒 お酒 술을 금주 ruou",
    "deadline": """deadline due_date due abgabe abgabetermin frist stichtag fecha_limite plazo entrega echeance date_limite
        prazo scadenza termin срок дедлайн han_chot han_nop 截止 期限 交付日期 締め切り 締切 마감 기한""",
    "email": "email e-mail mail_address correo courriel 邮箱 電子郵件 メールアドレス 이메일 메일",
    "gym": "gym gimnasio fitnessstudio salle_de_sport academia palestra sportschool спортзал phong_gym 健身房 ジム 헬스장",
    "school": "university college universitat universidad universite universita truong_dai_hoc 大学 大學 대학",
    "version": "version versions release 版本 バージョン 버전 phien_ban",
    "weight": "weigh weighs weight wiege gewicht peso_* pese poids can_nang 体重 몸무게",
    "favourite": """favourite favorite lieblings* favorito favorita preferido preferida prefere preferee preferito lievelings*
        любим* yeu_thich_nhat 最喜欢 最爱 一番好き 最喜歡 제일 좋아하 가장 좋아하""",
    "pet": """dog dogs cat cats hund hunde katze perro perra gato chien chat cachorro cane gatto hond kat собака кошка con_cho
        con_meo nuoi 养 猫 狗 犬 飼って 飼い 개를 고양이 강아지""",
}


def _entry(name: str, words: str) -> tuple[str, str, str]:
    spaced, joined = [], []
    for word in words.split():
        if re.match("[a-zа-я]", word):
            spaced.append(re.escape(word).replace(r"\*", r"\w*").replace("_", r" "))
        else:
            joined.append(re.escape(word).replace(r"\*", ".{0,4}"))
    return name, "|".join(spaced), "|".join(joined)


_LEXICON: Final = Lexicon(_entry(name, words) for name, words in _CONCEPTS.items())
ONE_AT_A_TIME: Final = frozenset(
    {
        "home",
        "job",
        "name to use",
        "phone",
        "car",
        "editor",
        "deadline",
        "email",
        "version",
        "weight",
        "favourite",
        "school",
    }
)
"""Of these a newer value replaces the older one also where no word says so."""
ABOUT_ITSELF: Final = frozenset({"diet", "smoking", "alcohol", "gym", "relationship"})
"""Whatever is said about these is the value."""


def concepts_in(folded: str) -> frozenset[str]:
    """Return the concepts that a folded text speaks of."""
    return frozenset(found.label for found in _LEXICON.find(folded))
