"""Small word lists by which two statements are compared in six languages: synonyms, opposites, negations and the like.

They hold general words of what memories are about: where people live and work, what they like, when things happen,
    how
software is built. A star stands for any ending, a bar for a space inside a phrase. Chinese, Japanese and Korean
    words
are found wherever they stand, the others as whole words. `/` between two groups makes them opposites. A line that
begins with a space goes on with the one before.
"""

from typing import Final

# Words for one thing. The first column is a name only.
SYNONYMS: Final = """
live: live* reside* dwell* home|is|in home wohn* leb* zuhause daheim 住在 家在 居住 住 定居 住んで 住む 住まい 住居
    暮らし 在住 산다 살고 살아 거주 사는|곳 sống sinh|sống cư|trú ở|tại sinh|sống|ở nhà|ở
work: work* employ* job tätig arbeit* beschäftig* angestellt 工作 上班 任职 就职 当 働いて 働く 勤め 勤務 として
    일한다 일하 일해 근무 làm|việc làm công|tác
like: like likes liked prefer* fond favour* favor* mag mögen gefäll* gefallen bevorzug* lieblings* gern* 喜欢 喜爱
    偏爱 偏好 喜歡 好む 好き 好んで お気に入り 좋아한다 좋아하 선호 thích ưa ưa|thích chuộng hơn
lead: lead* led manage* run|by head* charge responsible leit* verantwort* führt geführt chef* 负责 领导 管理 主管
    带领 率いて 率いる リーダー 担当 責任者 管理 이끌 이끈 관리 책임 담당 팀장 quản|lý phụ|trách dẫn|dắt lãnh|đạo
    đứng|đầu
use: use uses used using utilis* utiliz* adopt* employ benutz* verwend* nutz* einsetz* 使用 用的是 使用的是 用 采用
    使って 使う 使用 用いる 利用 쓴다 쓰고 사용 이용 dùng sử|dụng được|dùng
run: run runs running listen* läuft laufen laeuft hör* 运行 跑在 监听 动いて 動いて 動く 稼働 実行 실행 동작 작동
    chạy hoạt|động lắng|nghe
move: move* relocat* migrat* transfer* verschob* verleg* verlagert umgezogen umzug zog 搬到 搬迁 迁到 搬 迁移 移到
    転居 移転 移した 移動 引っ越 옮겼 옮긴 이전 이사 chuyển dời di|chuyển chuyển|đến dời|đến
change: change* rotat* replac* update* alter* modif* swap* änder* wechsel* geändert erneuer* 更换 更改 更新 修改
    改变 変更 更新 替える 変える 交換 변경 바꾸 바꾼 교체 갱신 đổi thay|đổi cập|nhật
happen: happen* takes|place take|place held scheduled schedule* planned plan* statt stattfind* gibt|es geplant
    findet 举行 定在 召开 安排 行われ 開かれ 開催 ある 予定 열린다 열리 있다 예정 diễn|ra tổ|chức có dự|kiến
speak: speak* talk* fluent* sprich* sprech* fließend* 会说 说 讲 流利 話す 話せ 流暢 한다 말한다 말하 유창 nói
    trôi|chảy thông|thạo
end: end ends ended expire* finish* terminat* conclud* over endet enden läuft|aus ausläuft abläuft beendet 到期 结束
    截止 终止 終了 終わ 満了 끝난다 끝나 종료 만료 kết|thúc hết|hạn chấm|dứt / begin: start starts started begin*
    commenc* beginn* anfäng* startet 开始 启动 始ま 開始 시작 bắt|đầu khởi|đầu
close: close* shut* schließ* macht|zu geschlossen zu|machen 关门 关闭 闭馆 打烊 閉ま 閉め 閉店 닫는 닫 문을|닫 đóng
    đóng|cửa / open: open* öffn* macht|auf geöffnet aufmach* 开门 开放 营业 开 開く 開店 開け 연다 열어 mở mở|cửa
before: before prior ahead vor bevor vorher 之前 以前 前 前に 전에 이전에 trước trước|khi / after: after afterwards
    following nach nachdem danach 之后 以后 后 後に 後 후에 이후 다음에 sau sau|khi
dark: dark* dunkl* dunkel* 深色 暗色 ダーク 다크 tối / light: light* bright* hell* 浅色 亮色 ライト 라이트 sáng
morning: morning* morgens 上午 早上 午前 오전 sáng|sớm buổi|sáng / evening: afternoon* evening* abends 下午 晚上
    午後 오후 chiều tối|nay buổi|chiều
past: last|year last|month last|week yesterday formerly previously used|to letztes|jahr letzten|monat gestern früher
    ehemals 去年 上个月 上周 昨天 以前曾 昨年 先月 先週 昨日 かつて 작년 지난달 지난주 어제 예전 năm|ngoái
    tháng|trước tuần|trước hôm|qua / future: next|year next|month next|week tomorrow will nächstes|jahr
    nächsten|monat 明年 下个月 下周 明天 将 来年 来月 来週 明日 내년 다음달 다음주 내일 năm|sau tháng|sau tuần|sau
    ngày|mai sẽ
increase: increas* rais* rise* grow* grew steig* erhöh* gestiegen 增加 提高 上涨 增长 増や 増加 上がる 上昇 늘어
    증가 오른 tăng / decrease: decreas* lower* reduc* drop* fell cut* sink* senk* gesunken verringer* 减少 降低 下降
    減ら 減少 下がる 下降 줄어 감소 내린 giảm
allow: allow* permit* may|use erlaub* gestatt* darf dürfen 允许 可以 许可 許可 してもよい 허용 허락 cho|phép
    được|phép / forbid: forbid* forbad* prohibit* banned ban verbot* verbiet* untersagt 禁止 不许 禁じ 금지 cấm
enable: enable* activat* turn*|on switched|on aktivier* eingeschaltet 启用 开启 打开 有効 オン 활성 켜 bật kích|hoạt
    / disable: disabl* deactivat* turn*|off switched|off deaktivier* ausgeschaltet 停用 禁用 关掉 無効 オフ 비활성
    끄 tắt vô|hiệu
love: love* adore* liebt lieben 热爱 愛し 大好き 사랑 yêu / hate: hate* dislike* detest* loath* hasst verabscheu*
    讨厌 不喜欢 厌恶 嫌い 嫌う 싫어 ghét
succeed: succeed* success* erfolgreich gelingt gelung* 成功 通过 成功し 합격 성공 thành|công / fail: fail* crash*
    scheiter* fehlschl* 失败 失败了 失敗 실패 thất|bại
win: win wins won gewinn* gewann* gewonnen 赢 获胜 勝つ 勝っ 이긴 이겼 thắng / lose: lose loses verlier* 输 失利
    負け 졌다 패배 thua
arrive: arriv* ankomm* kommt|an angekommen 到达 抵达 到着 着く 도착 đến|nơi / depart: depart* leave* fährt abfähr*
    fahren ab|fahren abgefahren 出发 发车 启程 出発 出る 発車 출발 떠난 khởi|hành rời
married: married marri* wed* verheiratet geheiratet heirat* 结婚 已婚 结了婚 結婚 既婚 결혼 기혼 kết|hôn cưới /
    divorced: divorc* geschieden scheidung* 离婚 離婚 이혼 ly|hôn ly|dị
vegetarian: vegetarian* vegetarisch* vegetarier* 素食 吃素 ベジタリアン 菜食 채식 ăn|chay / meat: meat* fleisch*
    吃肉 吃荤 肉を食べ 고기를|먹 ăn|thịt
cancel: cancel* call*|off abgesagt absag* entfällt 取消 中止 キャンセル 취소 hủy hủy|bỏ
sunday: sunday* sonntag* 周日 星期日 星期天 日曜日 日曜 일요일 chủ|nhật
monday: monday* montag* 周一 星期一 月曜日 月曜 월요일 thứ|hai
tuesday: tuesday* dienstag* 周二 星期二 火曜日 火曜 화요일 thứ|ba
wednesday: wednesday* mittwoch* 周三 星期三 水曜日 水曜 수요일 thứ|tư
thursday: thursday* donnerstag* 周四 星期四 木曜日 木曜 목요일 thứ|năm
friday: friday* freitag* 周五 星期五 金曜日 金曜 금요일 thứ|sáu
saturday: saturday* samstag* sonnabend* 周六 星期六 土曜日 土曜 토요일 thứ|bảy
allergy: allerg* 过敏症 过敏 アレルギー 알레르기 dị|ứng bị|dị|ứng
rent: rent* miete* mietet 房租 租金 家賃 賃料 월세 집세 tiền|thuê tiền|thuê|nhà
cost: cost* price* priced beträgt betrag* kostet kosten preis* 价格 费用 花费 値段 費用 価格 가격 비용 giá chi|phí
monthly: monthly per|month a|month each|month monatlich im|monat pro|monat 每月 每个月 一个月 毎月 月 매월 매달
    한|달 mỗi|tháng hàng|tháng
weekly: weekly per|week a|week each|week wöchentlich 每周 每星期 毎週 매주 mỗi|tuần hàng|tuần
daily: daily every|day each|day täglich jeden|tag 每天 每日 毎日 매일 mỗi|ngày hàng|ngày
interval: every each once|every alle jede* 每隔 每 一次 ごと おき 마다 cứ một|lần mỗi
meeting: meeting* meet* appointment* session sitzung* treffen besprechung* termin* 会议 开会 会面 会議 ミーティング
    회의 cuộc|họp họp buổi|họp
customer: customer* client* kunde* kunden 客户 顾客 顧客 お客 고객 khách|hàng
refund: refund* money|back reimburs* geld|zurück rückerstatt* erstattet 退款 返款 返金 払い戻 환불 hoàn|tiền
receive: receiv* get gets got obtain* bekomm* erhalt* kriegt 收到 获得 得到 能获得 受け取 もらう 받는다 받는 nhận
build: build* compil* bau* erstell* 构建 编译 ビルド 빌드 xây|dựng
deploy: deploy* ship* roll*|out releas* ausroll* ausgeliefert veröffentlich* 部署 发布 上线 デプロイ リリース 公開
    배포 출시 triển|khai phát|hành
test: test* 测试 テスト 테스트 kiểm|thử
error: error* bug* fault* fehler* 错误 缺陷 エラー バグ 오류 버그 lỗi
fix: fix* repair* solv* resolv* beheb* behoben reparier* gelöst 修复 解决 修正 直し 解決 수정 해결 sửa khắc|phục
delete: delet* remov* eras* lösch* entfern* 删除 移除 削除 消し 삭제 제거 xóa gỡ
create: creat* generat* produc* generier* erzeug* 生成 创建 自动生成 作成 生成 생성 만들 tạo sinh|ra được|sinh|ra
commit: commit* check*|in eincheck* eingecheckt 提交 コミット 커밋 cam|kết
push: push* 推送 プッシュ 푸시 đẩy đẩy|mã
password: password* passphrase* passwort* kennwort* 密码 口令 パスワード 비밀번호 암호 mật|khẩu
database: database* db datenbank* 数据库 データベース 데이터베이스 cơ|sở|dữ|liệu
production: production* produktion* produktiv* 生产环境 生产 本番環境 本番 운영 프로덕션 môi|trường|sản|xuất
    sản|xuất
testing: staging testumgebung 测试环境 テスト環境 테스트|환경 môi|trường|thử|nghiệm
car: car cars auto autos wagen pkw 车 汽车 轿车 車 自動車 차 자동차 xe ô|tô
phone: phone* telephone* mobile* telefon* handy* 电话 手机 電話 携帯 전화 휴대폰 điện|thoại
email: email* e-mail* mail mails 邮件 邮箱 メール 이메일 메일 thư|điện|tử
child: child* kid kids kind kinder kindern 孩子 小孩 子女 子供 子ども 아이 자녀 đứa|con
birthday: birthday* born geburtstag* geboren 生日 出生 誕生日 生まれ 생일 태어 sinh|nhật sinh|ra|vào
study: stud* learn* lern* studier* 学习 学 在读 勉強 学ぶ 学んで 공부 배우 배웠 배운 học
own: own owns owned possess* besitz* gehör* 拥有 所有 持って 가지고 소유 sở|hữu
drink: drink* drank trink* 喝 饮 飲む 飲ま 飲み 마신다 마시 uống
eat: eat eats ate eaten iss* ess* 吃 食べ 먹 ăn
nurse: nurse* krankenpfleg* krankenschwester* 护士 看護師 간호사 y|tá điều|dưỡng
doctor: doctor* physician* arzt ärztin mediziner* 医生 大夫 医師 医者 의사 bác|sĩ
teacher: teacher* lehrer* 老师 教师 教師 先生 교사 선생 giáo|viên
engineer: engineer* developer* programmer* ingenieur* entwickler* programmierer* 工程师 程序员 开发者 エンジニア
    開発者 技術者 엔지니어 개발자 kỹ|sư lập|trình|viên
travel: travel* trip* journey* reis* 旅行 出差 出行 出張 여행 출장 du|lịch đi|công|tác
begin_job: join* hired hire* recruit* eingestellt 入职 加入 入社 입사 gia|nhập vào|làm
keep: keep* kept retain* retention stor* preserv* bewahr* aufbewahr* behalt* behält speicher* gespeichert 保留 保存
    保管 存放 残す 보관 저장 보존 giữ lưu lưu|trữ
write: write* wrote written author* schreib* schrieb* geschrieben verfass* 写 编写 撰写 書く 書い 書か 쓴다 썼 작성
    viết soạn
call: called named name name|is heißt heißen genannt name|ist 名叫 叫做 叫 名字 名前 という名前 라고|한다 이름 tên
    tên|là có|tên
pay: pay pays paid payment* settle* bezahl* zahl* beglich* 付清 支付 付款 付了 支払 払う 払っ 지불 결제 납부
    thanh|toán trả|tiền
find: find* found discover* find* fand gefunden entdeck* 找到 发现 見つけ 発見 찾았 발견 tìm|thấy / lose_thing: lost
    losing misplac* verlor* 丢了 丢失 遗失 なくし 失くし 紛失 잃어버 분실 làm|mất bị|mất đánh|mất
memory: memory ram arbeitsspeicher 内存 メモリ 메모리 bộ|nhớ
answer: answer* repl* respon* antwort* beantwort* 答复 回答 回复 返事 返答 답한다 답해 답변 응답 trả|lời phản|hồi
retire: retir* pension* rente rentner* ruhestand 退休 退職 引退 은퇴 퇴직 nghỉ|hưu về|hưu
help: help* assist* support* hilf* helf* geholfen unterstütz* 帮助 帮 协助 手伝 助け 支援 돕 도와 지원 giúp hỗ|trợ
order: order* bestell* 订购 下单 注文 주문 đặt|hàng đặt
visit: visit* besuch* 访问 拜访 参观 訪問 訪れ 방문 thăm ghé
need: need* require* brauch* benötig* erforder* 需要 必要 필요 cần
speak_lang: language* sprache* 语言 言語 언어 ngôn|ngữ
show: show* display* zeig* anzeig* 显示 表示 보여 표시 hiển|thị
ask: ask* request* frag* bitt* 询问 请求 問い 尋ね 요청 물어 hỏi yêu|cầu
finish: complet* done fertig* abgeschlossen erledigt 完成 完了 完成し 완료 hoàn|thành
quit: quit* resign* left|the kündig* gekündigt 辞职 离职 退社 辞め 퇴사 그만두 nghỉ|việc thôi|việc
second: second seconds sekunde sekunden 秒 초 giây / minute: minute minutes minuten 分钟 分間 분 phút / hour: hour
    hours stunde stunden 小时 時間 시간 giờ|đồng|hồ / day: day days tag tage tagen 天 日間 日以内 일|동안 ngày /
    week: week weeks woche wochen 周 星期 週間 주일 tuần / month: month months monat monate monaten 个月 か月 ヶ月
    개월 tháng / year: year years jahr jahre jahren 年 年間 năm
buy: buy* bought purchas* kauf* gekauft 买 买了 购买 購入 買っ 買う 샀다 산|차 구매 구입 mua
sell: sell* sold verkauf* 卖给 卖 卖了 出售 売っ 売る 販売 팔았 팔아 판매 bán
"""

# Relations in which it matters who stands where: `a : b` is turned round by saying it with the other word.
CONVERSES: Final = (("sell", "buy"), ("lend", "borrow"), ("send", "get_from"), ("parent", "child_of"))
RELATIONS: Final = """
lend: lend* lent leih* verleih* verliehen 借给 貸し 貸す 빌려줬 빌려준 cho|mượn cho|vay
borrow: borrow* ausleih* geliehen|von 向 借了 借り 빌렸 빌린 mượn vay|của
send: send* sent schick* gesendet 寄给 发给 送っ 送る 보냈 보낸 gửi|cho
get_from: from|receives 收到了 受け取っ 받았 nhận|từ
parent: mother* father* mutter vater mother|of father|of parent|of is|the|mother is|the|father mutter|von vater|von
    ist|mutter 的母亲 的父亲 の母 の父 의|어머니 의|아버지 mẹ|của cha|của bố|của
child_of: son daughter sohn tochter son|of daughter|of child|of sohn|von tochter|von 的儿子 的女儿 の息子 の娘
    의|아들 의|딸 con|của
owe: owe* schuld* 欠 借金 빚 nợ
"""
PASSIVES: Final = """
 에|의해 によって
"""

NEGATIONS: Final = """
not no n't never none nobody nothing neither nor without cannot don't doesn't didn't isn't aren't wasn't weren't
    won't
can't couldn't shouldn't mustn't no|longer not|ever
nicht kein keine keinen keiner keinem nie niemals ohne niemand nichts nicht|mehr
不 没 没有 沒 别 不要 从不 从来不 一向不 从未 勿 未 无 不能 不会 禁
ない ません ず なかった しない いけない 全然 まったく
않 안 못 없 아니 말 전혀 절대 안|된다
không chẳng chưa đừng không|bao|giờ chẳng|bao|giờ đừng|bao|giờ không|còn
"""
# A limit that must be the same on both sides where one side has it.
LIMITS: Final = """
some: some several few einige manche wenige 部分 一些 有些 某些 一部の 一部 いくつか 일부 몇몇 một|số vài
only: only just solely nur lediglich 只 仅 只有 だけ のみ しか 만이 오직 뿐 chỉ
most: most mostly majority meisten meistens 大多数 多数 大部分 ほとんど 大半 대부분 hầu|hết đa|số
half: half hälfte 一半 半分 절반 một|nửa
sometimes: sometimes occasionally manchmal gelegentlich 有时 偶尔 時々 たまに 가끔 때때로 thỉnh|thoảng đôi|khi
maybe: maybe perhaps might possibly probably could vielleicht möglicherweise eventuell 可能 也许 或许 かもしれない
    たぶん 아마 어쩌면 có|thể có|lẽ
if: if unless when|ever falls sofern 如果 假如 要是 もし なら 만약 라면 nếu
want: want* wish* hope* plans|to möchte* will|lernen wünsch* hofft 想 希望 打算 たい つもり 싶 원한다 muốn mong
still: still immer|noch noch|immer nach|wie|vor 仍然 还在 仍 まだ 今も 아직 여전히 vẫn
question: ? ？
sister: sister* schwester* bruder* brother* geschwister 姐姐 妹妹 哥哥 弟弟 姉 妹 兄 弟 누나 언니 동생 형 오빠
    chị|gái em|gái anh|trai em|trai
partner: wife husband partner* spouse girlfriend boyfriend frau mann ehefrau ehemann 妻子 丈夫 老婆 老公 妻 夫 아내
    남편 vợ chồng
friend: friend* colleague* neighbour* neighbor* freund* kolleg* nachbar* 朋友 同事 邻居 友達 同僚 隣人 친구 동료
    이웃 bạn đồng|nghiệp hàng|xóm
boss: boss chef vorgesetzt* 老板 上司 사장 상사 sếp
"""
ALWAYS: Final = """
always must necessarily immer stets 总是 一直 必须 必ず 常に いつも 반드시 항상 언제나 luôn luôn|luôn phải
"""
EVERYBODY: Final = """
all every everyone everybody each alle jeder jede jedes jeden sämtliche 所有 全部 每个 每位 一切 都 すべて 全て 全員
    全部の 모든 모두 전부 tất|cả mọi đều toàn|bộ
"""
# Words that carry nothing a statement could be told apart by, by the way they are written.
LIGHT: Final = {
    "latin": """
a an the is are was were be been being am do does did has have had get gets got of in on at to for with by from as
    and or that
this these those it its he she his her they their them we our you your i my me there here so then also too very just
    now
should shall would s ago since
der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden wurde wurden hat haben hatte
    im in am an
auf um zu zum zur vom von bei mit für und oder dass man er sie es ihr sein seine ihre wir uns ich mein meine auch
    sehr uhr dürfen
darf sollen soll muss müssen als aus ab seit gibt
""",
    "vietnamese": """
là thì mà của và ở trên trong vào với cho từ đến đang đã được bị ra rồi cái con chiếc một này đó kia anh chị em ấy
    nó họ tôi
mình bạn lúc số làm người tại cũng rất lại nên khi các những sẽ thì do mỗi
""",
    "chinese": """
的 了 是 在 有 和 与 把 给 从 那里 那 里 这 个 着 过 会 能 要 也 就 很 被 由 对 于 地 得 位 名 当 其 之 她 他 它 我
    你 们 号 月 份 时 候 应 该 点 时
不过 不同 不错 那里 家 间 次 正 已 已经 到 为 为了 将
""",
    "japanese": "彼女 彼 私 方 的",
    "korean": """
은 는 이 가 을 를 의 에 에서 에게 에게서 으로 로 와 과 도 하다 한다 해야 했다 된다 되었다 됐다 이다 다 고 있다 그녀
    그는 나는 것 수 면 명 두명
그녀는 그녀에게는 하지 하면 한 번
""",
}
NUMBER_WORDS: Final = """
1: one eins 하나
2: two zwei 二 两 二人 둘 두 hai
3: three drei 三 三人 셋 세 ba
4: four vier 四 넷 네 bốn
5: five fünf 五 다섯 năm
6: six sechs 六 여섯 sáu
7: seven sieben 七 일곱 bảy
8: eight acht 八 여덟 tám
9: nine neun 九 아홉 chín
10: ten zehn 十 열 mười
"""

# Before a name: the one who does it, though the sentence begins with whom it is done to.
AGENT_MARKS: Final = frozenset("by von vom durch được bị do 被 由".split())
# Before a name: a place, a goal or an owner, not the one who does it.
OTHER_MARKS: Final = frozenset("在 从 给 对 向 到 的".split())
SUBJECT_PARTICLES: Final = frozenset("は が 은 는 이 가".split())
DONE_BY_PARTICLES: Final = frozenset("に 에게 에게서 한테".split())
KOREAN_ENDINGS: Final = tuple("되었습니다 했습니다 되었다 합니다 됩니다 했다 됐다 한다 하다 된다 이다 였다 다".split())
KOREAN_PARTICLES: Final = tuple(
    """
    에게서는 에게서 에게는 으로는 이라고 에서는 에게 에서 으로 까지 부터 마다 보다 처럼 라고 한테 에는 은 는 이 가
    을 를
    의 에 로 와 과 도 만
    """.split()
)
