"""What tests of changing the embedding model share: records with vectors, and jobs run one after the other."""

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import run_job_now
from memory.models import Record, Space, Store
from memory.services.drafts import EpisodeDraft
from memory.services.episodes import episodes_write
from memory.services.vectors import embedding_request

TEXTS = (
    "The release went out on Friday at noon.",
    "Der Hafen von Lübeck wird im Frühjahr ausgebaut.",
    "数据库每天晚上三点备份一次。",
    "毎朝コーヒーを一杯飲みます。",
    "회의는 매주 화요일 오전에 시작합니다.",
    "Chuyến tàu đi Huế khởi hành lúc bảy giờ tối.",
    "The fox is the mascot of the team 🦊.",
)


def write(actor: Actor, store: Store, *texts: str) -> list[Record]:
    """Record texts as episodes."""
    outcomes = episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text) for text in texts])
    return [Record.objects.get(uid=outcome.uid) for outcome in outcomes]


def work(*names: str) -> list[Job]:
    """Run what waits, of these names or all of memory's embedding, until nothing does; the jobs in their order."""
    if not names:
        embedding_request()  # a test's transaction never commits, so no write asks for it
    wanted = names or ("memory.embed", "memory.embed_past", "memory.change_model", "memory.discard_space")
    done = []
    while job := Job.objects.filter(state=JobState.QUEUED, name__in=wanted).order_by("id").first():
        done.append(run_job_now(job))
        assert done[-1].state != JobState.QUEUED, done[-1].message
    return done


def states() -> dict[str, str]:
    """Each model's space and what becomes of it."""
    return dict(Space.objects.values_list("model", "state"))
