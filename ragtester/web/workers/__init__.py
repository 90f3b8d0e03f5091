"""Worker processes: each takes jobs from the queue one at a time and runs them."""

from ragtester.web.workers.progress import Followed
from ragtester.web.workers.supervisor import Supervisor
from ragtester.web.workers.work import Worker

__all__ = ["Followed", "Supervisor", "Worker"]
