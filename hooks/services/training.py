"""Training of the injection screen's model."""

from hooks.measuring.screen_held_out import HeldOut, held_out
from hooks.measuring.screen_samples import Origins, read_samples
from hooks.measuring.screen_training import Task, as_file, hyperparameters, in_use, task_of, train

__all__ = [
    "HeldOut",
    "Origins",
    "Task",
    "as_file",
    "held_out",
    "hyperparameters",
    "in_use",
    "read_samples",
    "task_of",
    "train",
]
