"""Vietnamese forms."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

from typing import Final

from memory.consolidation.explicit.forms import professions
from memory.consolidation.explicit.forms.base import Language

_VERBS: Final = r"(?:dùng|sử dụng|trả lời|viết(?! sai| tiếp)|hỏi|gọi(?= (?:tôi|mình|em|anh|nó|file|tệp))|nói(?= (?:tiếng|bằng))|kiểm tra|chạy|xóa|xoá|sửa|thêm|commit|push|đẩy|dịch|gửi|nhắc|ghi|đặt|giải thích|xưng hô|làm tròn|tóm tắt|trích dẫn|lưu|đính kèm|định dạng|bắt đầu|kết thúc|chèn|cài|đổi|chạm|liệt kê|xác nhận|nhắc lại)(?!\w)"
_I: Final = r"(?:tôi|mình|em|tớ)"
_WE: Final = r"(?:chúng tôi|chúng mình|bọn mình|bọn tôi|nhóm (?:tôi|mình|em)|đội (?:tôi|mình)|công ty (?:tôi|mình|em)|team (?:tôi|mình|em))"
_FROM: Final = r"(?:từ giờ(?: trở đi)?|từ nay(?: trở đi| về sau)?|từ bây giờ(?: trở đi)?|kể từ (?:bây giờ|nay|hôm nay)|từ hôm nay(?: trở đi)?)"
_DEADLINE: Final = r"(?:hạn chót|hạn nộp|hạn cuối|deadline|thời hạn|ngày nộp)(?: (?:của|cho|nộp) <thing>| (?:dự án|báo cáo|bài|luận văn|đề tài|hồ sơ|đơn|thuế)[^,;:\n]{0,30}?)?"
_ASK: Final = r"(?:hãy |xin |xin hãy |vui lòng |làm ơn |bạn hãy |bạn |nhớ |cứ )*"

VIETNAMESE: Final = Language(
    name="vietnamese",
    leads=r"xin chào|chào bạn|chào|vâng|dạ|ừ|ok|nhân tiện|à|cảm ơn|cảm ơn bạn|được rồi|đính chính|lưu ý|cập nhật|nhắc lại|thật ra|và|ngoài ra|hi|hello|alo|rất vui được gặp bạn|được",
    tails=r"nhé|(?-i:nha)|ạ|nhá|đấy|rồi|thôi|cảm ơn|đó|luôn",
    stands_before=rf"{_I} |{_WE} |rất vui",
    verbs=_VERBS,
    instead=r",? (?:chứ )?(?:không|đừng)(?: phải)?(?: dùng)? |,? thay vì | thay cho ",
    forms={
        "name": (rf"tên (?:của )?{_I} là <name>", rf"{_I} tên(?: là)? <name>"),
        "called": (rf"(?:hãy |cứ |bạn có thể |bạn cứ |có thể )*gọi {_I} là <name>",),
        "lives": (
            rf"{_I}(?: hiện| đang| hiện đang| bây giờ)*(?: sống ở| sống tại| ở| sống trong| sinh sống tại) <place>",
        ),
        "moved": (
            rf"{_I} (?:đã |vừa |mới |vừa mới )*chuyển (?:nhà )?(?:đến|về|tới|vào|ra|sang) (?:sống ở |sống tại )?<place>",
        ),
        "own": (rf"<noun>(?: yêu thích| chính)? của {_I} là (?:ngày )?<value>", rf"{_I} dùng <value> làm <noun>"),
        "favourite": (
            rf"(?:[\w-]+ ){{1,4}}(?:yêu thích|ưa thích)(?: nhất)? của {_I} là <things>",
            rf"(?:[\w-]+ ){{1,4}}(?:mà )?{_I} thích nhất là <things>",
            rf"sở thích của {_I} là <things>",
        ),
        "prefers": (
            rf"{_I} thích <thing> hơn(?: là)? <things>",
            rf"{_I} (?:chuộng|thích hơn là) <things>",
            rf"{_I} thích (?P<value>[^,;:\n]{{1,40}}?) hơn",
        ),
        "likes": (
            rf"{_I} (?:rất |cũng |cực kỳ |khá )*(?:thích|yêu thích|mê) <things>",
            rf"{_I} (?:rất |cũng )*quan tâm đến (?!bạn|việc này|điều)<things>",
        ),
        "dislikes": (rf"{_I} (?:rất |cũng )?(?:không thích|ghét) <things>",),
        "works": (
            rf"{_I} (?:đang |hiện |hiện đang )*làm (?:nghề |việc như )<things>",
            rf"{_I} (?:đang |hiện |hiện đang )*làm việc (?:ở|tại|cho) <things>",
            rf"{_I} (?:hiện )?là (?P<value>{professions.VIETNAMESE})",
            rf"(?:nghề|công việc) của {_I} là <things>",
        ),
        "learns": (rf"{_I} (?:đang|mới bắt đầu|vừa bắt đầu) học (?!hỏi|được|rất|nhiều|bài|thêm|tập|kỳ)<things>",),
        "health": (
            rf"{_I} (?:bị )?(?P<value>dị ứng (?:với )?[^,;:\n]{{1,40}}?)",
            rf"{_I} (?:là người )?(?P<value>ăn chay(?: trường)?|bị tiểu đường|thuận tay trái|bị mù màu|không dung nạp lactose)",
            rf"{_I} (?P<value>không (?:ăn|uống) (?:được )?(?!gì|nhiều|nữa|ngon)[^,;:\n]{{1,30}}?)",
        ),
        "comes_from": (
            rf"{_I} (?:sinh ra|lớn lên|sinh ra và lớn lên) (?:ở|tại) <product>",
            rf"{_I} (?:đến từ|quê ở|là người) <product>",
            rf"quê (?:của )?{_I} (?:ở|là) <product>",
        ),
        "has": (
            rf"{_I} (?:có|nuôi) (?P<value>(?:một|hai|ba|1|2|3) (?:con|đứa|người|cô|cậu|bé)? ?(?:chó|mèo|thỏ|con trai|con gái|trai|gái|anh trai|chị gái|em trai|em gái)(?: tên(?: là)? [^,;:\n]{{1,20}}?)?)",
            rf"(?:con trai|con gái|vợ|chồng|con chó|con mèo|anh trai|chị gái|em trai|em gái) (?:của )?{_I} tên(?: là)? <name>",
        ),
        "plans": (
            rf"{_I} (?:dự định|có kế hoạch|định) (?!gì|sao|nói|hỏi)(?P<value>[^,;:\n]{{3,60}}?)",
            rf"(?:mục tiêu|ước mơ) của {_I} là <things>",
            rf"{_I} muốn (?P<value>(?:học|trở thành|đến thăm) (?!hỏi|thêm|điều|cách này)[^,;:\n]{{2,40}}?)",
        ),
        "habit": (
            rf"{_I} (?P<value>(?:thường|hay|thường xuyên) (?:đi|uống|ăn|chạy|đọc|nghe|xem|tập|chơi|nấu|dậy|bơi|đạp xe)\b(?! (?:đó|này|vậy|thế))[^,;:\n]{{1,40}}?)",
            rf"(?:mỗi (?:ngày|sáng|tối|tuần|tháng)|hàng (?:ngày|tuần|tháng)|hằng ngày) {_I} (?:đều )?(?P<value>(?:đi|uống|ăn|chạy|đọc|nghe|xem|tập|chơi|nấu|dậy|bơi|đạp xe)[^,;:\n]{{1,40}}?)",
            rf"{_I} (?P<value>(?:đi|uống|ăn|chạy|đọc|nghe|xem|tập|chơi|nấu|dậy|bơi|đạp xe)[^,;:\n]{{1,40}}? (?:mỗi (?:ngày|sáng|tối|tuần|tháng)|hàng (?:ngày|tuần|tháng)|hằng ngày))",
        ),
        "uses": (
            rf"(?:{_WE}|{_I}) (?:đang )?(?:dùng|sử dụng) <thing>,? (?:chứ không(?: phải| dùng)?|không phải|không dùng|thay vì|thay cho) <things>",
            rf"{_WE} (?:đang )?(?:dùng|sử dụng) <thing> (?:cho|để|làm) <things>",
        ),
        "switched": (
            rf"(?:{_WE}|{_I}) (?:đã |vừa |mới |vừa mới )*(?:chuyển|đổi) từ <thing> sang <things>",
            rf"(?:{_WE}|{_I}) (?:đã |vừa |mới )*thay <thing> bằng <things>",
        ),
        "wants": (rf"{_I} muốn (?P<rule>bạn (?:luôn|không bao giờ|đừng bao giờ) <rest>)",),
        "always": (rf"{_ASK}(?P<rule>luôn(?: luôn)? <verb> <rest>)<not>",),
        "never": (
            rf"{_ASK}(?P<rule>(?:đừng|không|không được) bao giờ <verb> <rest>)",
            rf"{_ASK}(?P<rule>tuyệt đối (?:không|đừng|không được) <verb> <rest>)",
        ),
        "from_now_on": (
            rf"{_FROM},? {_ASK}(?P<rule>(?:luôn |chỉ |đừng |không được )?<verb> <rest>)<not>",
            rf"{_ASK}(?P<rule>(?:luôn |chỉ |đừng )?<verb> <rest>)<not>,? {_FROM}",
        ),
        "holds_from_now_on": (rf"{_FROM},? (?:cuộc )?(?:họp|lớp|buổi) <thing> (?:lúc|vào|ở|bắt đầu) <rest>",),
        "deadline": (rf"{_DEADLINE} (?:bây giờ |giờ )?(?:là|vào|đến)(?: hết)? <day>",),
        "deadline_moved": (
            rf"{_DEADLINE} (?:đã |được |bị |vừa |mới )*(?:dời|lùi|đổi|chuyển|hoãn|gia hạn|kéo dài)(?: từ <thing>)? (?:sang|đến|tới|lại đến|thành|về) <day>",
        ),
        "remember": (
            rf"(?:hãy |bạn |xin |làm ơn |xin hãy )*(?:nhớ|ghi nhớ|lưu ý|đừng quên|nhớ giúp {_I})(?: rằng | là |: |:)<text>",
        ),
    },
)
