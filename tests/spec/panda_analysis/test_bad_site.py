"""-badsite: the Analysis Stabilizer, the user has too many queued jobs there."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "task_dataset": "type: pseudo_input",
    "job_stats": "activated: 120, running: 100",
}
#: With one more user, or the row of the total, each has a half of the queue.
USERS = """
    prod_user_name | job_status | n_jobs
    Jane           | activated  | {}
    Jane           | running    | 10
    Joe            | running    | 10
"""
EARLY = ("defined", "assigned", "waiting", "pending")


def test_worked_example(spec: Spec) -> None:
    """100 of nQ_max, a half for the user: 50 pass, 51 do not."""
    spec.check(world=WORLD, user_job_stats=USERS.format(50), expected=set())
    spec.check(
        world=WORLD,
        user_job_stats=USERS.format(51),
        expected={"Q": "the user has 51 queued jobs > max_q_len 50.0"},
    )


def test_queues_that_are_not_throttled(spec: Spec) -> None:
    """Fewer than 100 queued jobs, or starts for 8 hours: 16 an hour are 128 > 120. 100
    queued jobs are enough, 15 starts an hour too few; older ones do not count."""
    spec.check(
        world={**WORLD, "job_stats": WORLD["job_stats"].replace("120", "100")},
        user_job_stats=USERS.format(51),
        expected={"Q"},
    )
    spec.check(
        world=WORLD,
        user_job_stats=USERS.format(91),
        queue_start_rate="""
            n_started | window_start | window_end
            90        | 06:00        | 11:55
            900       | 05:59        | 06:00
        """,
        profile="page",
        expected={"Q"},
    )
    spec.check(
        world={**WORLD, "job_stats": WORLD["job_stats"].replace("120", "99")},
        user_job_stats=USERS.format(99),
        expected=set(),
    )
    spec.check(
        world=WORLD,
        user_job_stats=USERS.format(51),
        queue_start_rate="n_started: 96",
        expected=set(),
    )


def test_windows_that_reach_beyond_the_six_hours(spec: Spec) -> None:
    """C323: they count by their part. All starts of the page are divided by six."""
    spec.check_fact(
        "queue_start",
        "n_per_hour",
        queue="queue_name: A | B | C | D",
        queue_start_rate="""
            queue_name | window_start | window_end | n_started
            A          | 05:59:59     | 11:54:59   | 60
            B          | 06:00        | 11:55      | 60
            C          | 05:00        | 07:00      | 60
            C          | 07:00        | 08:00      | 6
            D          | 05:00        | 06:00      | 60
        """,
        profile="page",
        expected={"A": 60 * 21299 / 21300 / 6, "B": 10.0, "C": 6.0},
    )


def test_starts_of_other_shares(spec: Spec) -> None:
    """16 starts an hour make 192 jobs in 12 h; as run the share has a fourth."""
    too_many = "the user has 97 queued jobs > max_q_len"
    spec.check(
        world=WORLD,
        job_stats="gshare: User Analysis | MC, activated: 192 |, running: 100 | 300",
        user_job_stats=USERS.format(97),
        queue_start_rate="n_started\n96",
        expected=both(page={"Q": f"{too_many} 96.0"}, asrun={"Q": f"{too_many} 50.0"}),
    )


def test_merges_and_preassigned_queues(spec: Spec) -> None:
    """Merges are not checked, in the running system nor pre-assigned queues (V61)."""
    spec.check(
        world=WORLD,
        user_job_stats=USERS.format(51),
        input_chunk="is_merging: true",
        expected=set(),
    )
    spec.check(
        world=WORLD,
        user_job_stats=USERS.format(51),
        task="site: Q",
        expected=both(page={"Q"}, asrun=set()),
    )


def test_overloaded_queues_without_running_jobs(spec: Spec) -> None:
    """All of them are overloaded, so that none falls for that."""
    spec.check(
        world=WORLD,
        task="jedi_task_id: 1 | 2, site: | Q",
        job_stats="activated: 21",
        expected=both(page={1, 2}, asrun={1}),
    )


def test_failed_and_closed_jobs(spec: Spec) -> None:
    """They make a queue problematic where the stabilizer acts, as run (row 4)."""
    spec.check(
        world=WORLD,
        user_job_stats=USERS.format(1),
        task="jedi_task_id: 1 | 2 | 3 | 4, site: | Q | | Q",
        task_job_stats="jedi_task_id: 1 | 2 | 3 | 4, last_change: 1 h ago, "
        "failed: 5 | 5 | 6 | 6",
        expected=both(page=set(), asrun={3}),
    )


def test_equal_parts_where_a_user_has_less(spec: Spec) -> None:
    """Two users have a half each: 50 of 100, though Jane has no job running. In the
    running system the total counts as a third user (row 7)."""
    for n_queued, page, asrun in (
        (33, "", ""),
        (34, "", "Q"),
        (50, "", "Q"),
        (51, "Q", "Q"),
    ):
        spec.check(
            world=WORLD,
            user_job_stats=USERS.format(n_queued).replace("| 10", "| 0", 1),
            expected=both(page={*page}, asrun={*asrun}),
        )


def test_every_quantity_is_a_column(spec: Spec) -> None:
    """The total counts as a user in the running system (row 7). Whose jobs are not
    active yet is none."""
    early = [f"{status} | {status} | 9" for status in EARLY]
    spec.check_fact(
        "pair_user",
        ("n_queued", "n_users", "n_users_running", "max_queue", "user_part"),
        world=WORLD,
        user_job_stats="\n".join([USERS.format(51).strip("\n "), *early]),
        expected=both(
            page={"Q": (120, 2, 20, 100.0, 0.5)}, asrun={"Q": (120, 3, 20, 100.0, 0.5)}
        ),
    )


def test_the_constants_are_keys_of_gdpconfig(spec: Spec) -> None:
    """Each of the six, in the example of 120 queued jobs, 51 of them of the user."""
    starts = "n_started: 96"
    sparing = (
        ("BASE_QUEUE_LENGTH_PER_PQ", "int", 121),
        ("BASE_DEFAULT_QUEUE_LENGTH_PER_PQ_USER", "int", 51),
        ("BASE_QUEUE_RATIO_ON_PQ", "float", 2.6),
        ("STATIC_MAX_QUEUE_RUNNING_RATIO", "float", 5.2),
    )
    for key, kind, value in sparing:
        spec.check(
            world=WORLD,
            user_job_stats=USERS.format(51),
            gdp_config=f"""
                component      | key   | type   | value
                anal_jobbroker | {key} | {kind} | {value}
            """,
            expected=set(),
        )
    for base_wait, max_wait, is_hit in ((7, 6, True), (7, 12, False), (8, 6, False)):
        spec.check(
            world=WORLD,
            user_job_stats=USERS.format(51),
            queue_start_rate=starts,
            gdp_config=f"""
                component      | key                           | type  | value
                anal_jobbroker | BASE_EXPECTED_WAIT_HOUR_ON_PQ | float | {base_wait}
                anal_jobbroker | MAX_EXPECTED_WAIT_HOUR        | float | {max_wait}
            """,
            expected={"Q"} if is_hit else set(),
        )
