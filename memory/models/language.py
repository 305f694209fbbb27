"""What language models were asked, how it went and what it took; never what was said."""

from typing import Final

from django.db import models

from kirocrew.base.clock import now

PURPOSE_LIMIT: Final = 40
ABOUT_LIMIT: Final = 200
MODEL_LIMIT: Final = 200
ERROR_LIMIT: Final = 40


class CallOutcome(models.TextChoices):
    """How a call ended. ASKED is one that has not ended, or whose process was ended."""

    ASKED = "asked", "Not ended"
    USED = "used", "Answered"
    UNUSABLE = "unusable", "Unusable answer"
    FAILED = "failed", "Failed"


class LanguageCall(models.Model):
    """One question to a language model.

    `about` is an identifier, such as a conversation's; never a text. While it is asked, the tokens are what was set
    aside for it, so that the day's budget holds when several ask at once. `cost` is in the currency of the prices the
    owner set, null when there are none. `repairs` is whether it asked again after an unusable answer.
    """

    at = models.DateTimeField(default=now)
    purpose = models.CharField(max_length=PURPOSE_LIMIT)
    about = models.CharField(max_length=ABOUT_LIMIT, blank=True)
    model = models.CharField(max_length=MODEL_LIMIT)
    outcome = models.CharField(max_length=10, choices=CallOutcome.choices, default=CallOutcome.ASKED)
    error = models.CharField(max_length=ERROR_LIMIT, blank=True)
    repairs = models.BooleanField(default=False)
    prompt_tokens = models.PositiveIntegerField(default=0)
    answer_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=16, decimal_places=8, null=True)
    seconds = models.FloatField(default=0)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=models.Q(outcome__in=CallOutcome.values), name="language_call_outcome"),
        )
        indexes = (models.Index(fields=("at",), name="language_call_at"),)

    def __str__(self) -> str:
        return f"{self.purpose} {self.outcome}"
