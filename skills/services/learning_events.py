"""Codes of what is written down about learned skills; docs/reference/skill-learning.md explains them."""

from typing import Final

LEARNING_EVENT_CODES: Final = {
    "learning_looked": "A conversation was looked at for a skill; the detail says what that came to",
    "candidate_staged": "A skill waits in Review",
    "candidate_approved": "A waiting skill was approved and is live",
    "candidate_rejected": "A waiting skill was rejected, with the reason",
    "candidate_refused": "A decision about a waiting skill was refused; the detail begins with the code",
    "candidate_expired": "A skill waited too long",
    "candidate_undone": "An approval was taken back",
    "skills_imported": "Skills of another agent were imported; the detail counts what became of them",
}
