"""What the caps of running and queued jobs and cores have in common: T1 and T2."""

from __future__ import annotations

from dataclasses import dataclass

from tests.spec.check import Spec, both

USERS = """
    jedi_task_id | orig_user_name | working_group
    1            | at             |
    2            | above          |
    3            | queued         |
    4            | many           |
    5            | group          | phys
    6            | nobody         |
"""
LOAD = """
    prod_user_name | working_group | job_status | n_jobs | n_cores
    at             |               | running    | 10     | 10
    above          |               | running    | 11     | 11
    above          | phys          | running    | 9      | 9
    queued         |               | activated  | 20     | 20
    many           |               | defined    | 11     | 11
    many           |               | throttled  | 10     | 10
"""


@dataclass(frozen=True)
class Capped:
    """The rule that caps jobs, or cores: its cap is 10 of a user, 20 of a group."""

    what: str

    @property
    def cap(self) -> str:
        return f"CAP_RUNNING_USER_{self.what.upper()}"

    @property
    def caps(self) -> str:
        """Return both caps as rows of gdp_config."""
        group = f"CAP_RUNNING_GROUP_{self.what.upper()}"
        return f"""
            app         | component | key        | value | type
            pandaserver | prio_mgr  | {self.cap} | 10    | int
            pandaserver | prio_mgr  | {group}    | 20    | int
        """

    def check_users(self, spec: Spec) -> None:
        spec.check(
            gdp_config=self.caps,
            task=USERS,
            user_job_stats=LOAD,
            expected={
                (2, 0): f"above has 11 running {self.what} > {self.cap} 10, "
                "1 have to end",
                (4, 0): f"many has 21 queued {self.what} > 2 x {self.cap} 10, "
                "1 have to start",
            },
        )

    def check_groups(self, spec: Spec) -> None:
        spec.check(
            gdp_config=self.caps,
            task="jedi_task_id: 1 | 2, orig_user_name: a, working_group: phys | perf",
            user_job_stats="""
                prod_user_name | working_group | n_cores | running
                a              | phys          | 11      | 11
                b              | phys          | 10      | 10
                a              | perf          | 20      | 20
            """,
            expected={1},
        )

    def check_no_cap(self, spec: Spec) -> None:
        spec.check(task=USERS, user_job_stats=LOAD, expected=set())
        spec.check(
            task=USERS, user_job_stats=LOAD, parameters={self.cap: 0}, expected=set()
        )

    def check_merge_chunks(self, spec: Spec) -> None:
        spec.check(
            gdp_config=self.caps,
            input_chunk="chunk_no: 0 | 1, is_merging: true | false",
            user_job_stats="n_cores: 11, running: 11",
            expected=both(page={(1, 0), (1, 1)}, asrun={(1, 1)}),
        )
