"""Entry points of the skills' background work: each loads what it needs, calls a service and reports."""

from skills.services import candidates  # noqa: F401 - importing it brings what waits into Review
