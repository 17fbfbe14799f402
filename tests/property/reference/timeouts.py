"""Job timeouts told plainly: one condition per rule, asked of one job at one time.

Written from spec/production.md 8.1 and 11 and spec/page-corrections.md 4, row by row,
without a look at the SQL.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

Row = Mapping[str, Any]
Hit = tuple[int, str, str, int | None]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANALYSIS = ("user", "panda")
PROGRESS = ("running", "transferring", "holding", "finished")


@dataclass(frozen=True)
class World:
    """The tables that timeouts read, at a time, under a profile."""

    now: datetime
    is_page: bool
    jobs: Sequence[Row]
    queues: Mapping[str, Row]
    last_start: Mapping[tuple[str, str], datetime | None]
    heartbeat: Mapping[str, float]
    analysis_hours: Mapping[str, float]

    def hits(self) -> set[Hit]:
        """Return every action: job, rule, what is done and with which code."""
        return {
            hit
            for job in self.jobs
            if not (self.is_page and (self.is_paused(job) or self.keeps(job)))
            for hit in (*self.before_activation(job), *self.active(job))
        }

    def older(self, time: datetime | None, limit: timedelta) -> bool:
        return time is not None and time < self.now - limit

    def queue(self, job: Row) -> Row:
        return self.queues.get(job["queue_name"], {})

    def is_paused(self, job: Row) -> bool:
        return self.queue(job).get("status") == "paused"

    def keeps(self, job: Row) -> bool:
        return bool(self.queue(job).get("disable_reassign"))

    def is_managed(self, job: Row) -> bool:
        return job["prod_source_label"] == "managed" and job["locked_by"] == "jedi"

    def may_move(self, job: Row) -> bool:
        """Tell whether the preconditions of TO-07, TO-08 and TO-10 hold (D55)."""
        flag = job["relocation_flag"]
        is_free = flag is not None and flag != 2
        return not self.keeps(job) and (
            self.is_page or (self.is_managed(job) and is_free)
        )

    def before_activation(self, job: Row) -> Iterator[Hit]:
        if job["table_name"] != "defined4":
            return
        number, status = job["panda_id"], job["job_status"]
        label = job["prod_source_label"]
        created, modified = job["creation_time"], job["modification_time"]
        if status == "pending" and self.older(created, HOUR):
            yield number, "TO-01", "kill", 4
        if status == "waiting":
            if job["event_service"] != 5 and self.older(created, HOUR):
                yield number, "TO-02", "kill", 4
            if job["event_service"] == 2 and self.older(created, HOUR / 6):
                yield number, "TO-02", "kill", 2
        if status == "defined":
            is_taken = label in ("managed", "test") and job["locked_by"] == "jedi"
            if (self.is_page or is_taken) and self.older(modified, 4 * HOUR):
                yield number, "TO-03", "reassign", 51
            is_unowned = label == "panda" or job["locked_by"] is None
            if is_unowned and self.older(created, 4 * HOUR):
                yield number, "TO-04", "kill", 2
        is_due = status == "assigned" if self.is_page else self.is_managed(job)
        if is_due and self.older(modified, 12 * HOUR):
            yield number, "TO-05", "reassign", 51
        if self.older(created, 7 * DAY):
            yield number, "TO-06", "kill", 2

    def active(self, job: Row) -> Iterator[Hit]:
        if not self.is_page and self.is_stuck(job):
            yield job["panda_id"], "TO-23", "reassign", 51
        if job["table_name"] == "active4":
            yield from self.waiting(job)
            yield from self.running(job)
            yield from self.leaving(job)

    def waiting(self, job: Row) -> Iterator[Hit]:
        number, status = job["panda_id"], job["job_status"]
        created, modified = job["creation_time"], job["modification_time"]
        changed = job["state_change_time"]
        if self.may_move(job):
            if status == "activated" and self.older(modified, 2 * DAY):
                yield number, "TO-07", "reassign", 51
            if status == "starting" and self.older(changed, 2 * DAY):
                yield number, "TO-08", "reassign", 51
        is_old = status == "activated" and self.older(created, 7 * DAY)
        if is_old and not self.is_page:
            yield number, "TO-09", "kill", 2
        if self.is_urgent(job) and self.is_inactive(job["queue_name"]):
            is_due = self.older(modified, 4 * HOUR)
            if not self.is_page:
                is_due = is_due or self.older(changed, 4 * HOUR)
                is_due = is_due and self.stands_still(job["queue_name"])
            if is_due:
                yield number, "TO-10", "reassign", 51
        if status == "sent" and self.older(modified, HOUR / 2):
            yield number, "TO-11", "fail", None
        if status == "throttled" and self.older(created, 7 * DAY):
            yield number, "TO-20", "kill", 2

    def is_urgent(self, job: Row) -> bool:
        return (
            job["table_name"] == "active4"
            and job["job_status"] in ("activated", "starting")
            and (job["current_priority"] or 0) >= 800
            and self.may_move(job)
        )

    def stands_still(self, queue: str | None) -> bool:
        """Tell whether an urgent job has been in its status for too long there."""
        return any(
            self.is_urgent(each)
            and each["queue_name"] == queue
            and self.older(status_clock(each), 4 * HOUR)
            for each in self.jobs
        )

    def is_inactive(self, queue: str | None) -> bool:
        if queue not in self.queues:
            return False
        is_closed = self.queues[str(queue)]["status"] in ("offline", "test")
        last = self.last_start.get((str(queue), "production"))
        if last is None and self.is_page:
            last = self.last_start.get((str(queue), "analysis"))
        return is_closed or self.older(last, 2 * HOUR)

    def running(self, job: Row) -> Iterator[Hit]:
        number, status = job["panda_id"], job["job_status"]
        label = job["prod_source_label"]
        modified = job["modification_time"]
        if (status == "running" or not self.is_page) and self.older(
            job["creation_time"], 21 * DAY
        ):
            yield number, "TO-12", "kill", 2
            yield number, "TO-12", "fail", None
        beating = ("running", "starting")
        if not self.is_page:
            beating += ("stagein", "stageout")
        if status in beating:
            limit = self.patience(job, "production")
            if not self.is_paused(job) and self.older(modified, limit):
                yield number, "TO-13", "fail", None
            limit = self.patience(job, "analysis")
            if label in ANALYSIS and self.older(modified, limit):
                yield number, "TO-14", "fail", None
        if label in (*ANALYSIS, "test") and self.older(modified, 7 * DAY):
            yield number, "TO-21", "kill", 2
        kind = job["event_service"]
        is_urgent = kind in (1, 5) and (job["current_priority"] or 0) >= 900
        is_meant = status in ("running", "starting") and (is_urgent or kind == 2)
        if not self.is_page and is_meant and self.older(job["state_change_time"], DAY):
            yield number, "TO-22", "kill", 2

    def patience(self, job: Row, kind: str) -> timedelta:
        """Return the heartbeat limit of the workflow, else of a kind (D56, V05)."""
        usual = self.heartbeat.get(kind, 2)
        if kind == "analysis" and not self.is_page:
            return usual * HOUR
        workflow = self.queue(job).get("workflow")
        if self.is_page:
            workflow = job["workflow"] or workflow
        online = {
            each["workflow"]
            for each in self.queues.values()
            if each["status"] == "online"
        }
        counts = self.is_page or workflow in online
        return (self.heartbeat.get(str(workflow), usual) if counts else usual) * HOUR

    def leaving(self, job: Row) -> Iterator[Hit]:
        number, status = job["panda_id"], job["job_status"]
        label = job["prod_source_label"]
        modified, ended = job["modification_time"], job["end_time"]
        priority = job["current_priority"]
        if status == "transferring":
            if self.is_page:
                is_due = job["job_sub_status"] is not None
                limit = self.patience(job, "production")
            else:
                is_due = label in ANALYSIS
                limit = self.patience(job, "analysis")
            if is_due and self.older(modified, limit):
                yield number, "TO-15", "fail", None
            is_meant = self.is_page or label in ("managed", "test")
            if is_meant and job["has_missing_outputs"] is not False:
                yield from self.transferring(job)
        if status == "holding":
            is_high = (priority or 0) >= (800 if self.is_page else 801)
            times = (modified, ended)
            if is_high and any(self.older(time, 3 * HOUR) for time in times):
                yield number, "TO-16", "fail", None
            is_meant = not self.is_page or (priority or 0) < 800
            if is_meant and any(self.older(time, 2 * DAY) for time in times):
                yield number, "TO-17", "fail", None
            changed = job["state_change_time"]
            is_left = None not in (changed, modified) and changed != modified
            is_left = is_left and job["has_output_report"] is not True
            is_meant = not self.is_page and label in ANALYSIS and is_left
            if is_meant and any(self.older(time, 3 * HOUR) for time in times):
                yield number, "TO-18", "fail", None

    def transferring(self, job: Row) -> Iterator[Hit]:
        is_high = (job["current_priority"] or 0) >= 800
        usual, key = (2, "transtimehi") if is_high else (6, "transtimelo")
        days = self.queue(job).get(key) if self.is_page else None
        rest = HOUR if is_high else 2 * HOUR
        done = job["end_time"] or job["start_time"]
        is_resting = not self.older(job["modification_time"], rest)
        if (self.is_page or not is_resting) and self.older(done, (days or usual) * DAY):
            yield job["panda_id"], "TO-19", "fail", None

    def is_stuck(self, job: Row) -> bool:
        """Tell whether TO-23 holds."""
        status = job["job_status"]
        since = job["modification_time"]
        if status in ("defined", "assigned"):
            since = job["creation_time"]
        elif status not in ("activated", "starting"):
            return False
        if job["prod_source_label"] not in ANALYSIS or job["locked_by"] != "jedi":
            return False
        if job["queue_name"] not in self.queues or not self.older(since, 3 * HOUR):
            return False
        if self.queue(job).get("status") in ("offline", "test"):
            return True
        hours = self.analysis_hours.get(job["working_group"], 12)
        moves = any(
            each["job_status"] in PROGRESS
            and each["job_definition_id"] == job["job_definition_id"]
            and each["queue_name"] == job["queue_name"]
            and each["modification_time"] is not None
            and each["modification_time"] >= self.now - 3 * HOUR
            for each in self.jobs
            if job["job_definition_id"] is not None
        )
        return self.older(since, hours * HOUR) and not moves


def status_clock(job: Row) -> datetime | None:
    """Return the time that counts for the status of a waiting job."""
    is_activated = job["job_status"] == "activated"
    return job["modification_time"] if is_activated else job["state_change_time"]
