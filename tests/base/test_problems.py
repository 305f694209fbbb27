import json

import pytest

from kirocrew.base.problems import (
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    PreconditionFailed,
    Problem,
    TooLarge,
    TooMany,
    Unavailable,
)


@pytest.mark.parametrize(
    ("kind", "status"),
    [(Invalid, 422), (NotFound, 404), (Forbidden, 403), (Conflict, 409), (TooLarge, 413),
     (PreconditionFailed, 412), (Unavailable, 503), (Problem, 500)],
)  # fmt: skip
def test_each_kind_has_its_status_and_is_a_problem(kind: type[Problem], status: int) -> None:
    problem = kind("Say it again, slower.")
    assert problem.status == status
    assert isinstance(problem, Problem)
    assert str(problem) == "Say it again, slower."


def test_types_are_distinct() -> None:
    kinds = [Problem, Invalid, NotFound, Forbidden, Conflict, TooLarge, TooMany, PreconditionFailed, Unavailable]
    assert len({kind.default_type for kind in kinds}) == len(kinds)


def test_the_members_are_those_of_rfc_9457_and_the_extra_ones() -> None:
    problem = Conflict("Read it again, then repeat the change.", type="stale-revision", extra={"revision": 7})
    assert json.loads(json.dumps(problem.to_dict())) == {
        "type": "urn:kirocrew:problem:stale-revision",
        "title": "In conflict with the present state",
        "status": 409,
        "detail": "Read it again, then repeat the change.",
        "revision": 7,
    }


def test_a_problem_without_detail_leaves_the_member_out_and_reads_as_its_title() -> None:
    problem = NotFound()
    assert "detail" not in problem.to_dict()
    assert str(problem) == "Not found"


def test_a_title_can_be_given() -> None:
    assert Invalid("x", title="The rule is empty").to_dict()["title"] == "The rule is empty"


def test_too_many_says_when_to_come_back() -> None:
    problem = TooMany("Slow down.", retry_after=30)
    assert problem.status == 429
    assert problem.retry_after == 30
    assert problem.to_dict()["retry_after"] == 30


def test_extra_members_cannot_take_the_place_of_standard_ones() -> None:
    with pytest.raises(ValueError, match="status"):
        Invalid("x", extra={"status": 200})


def test_extra_of_one_problem_is_not_shared_with_another() -> None:
    first, second = Invalid("a"), Invalid("b")
    first.extra["field"] = "rule"
    assert second.extra == {}
