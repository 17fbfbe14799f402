"""Jobs that cannot be queued are told with the reason; the others are queued."""

from __future__ import annotations

from tests.spec.check import Rows, Spec, by_profile


def test_bad_data_refuse_the_job(spec: Spec) -> None:
    """A job without a status waits; 0 s of CPU time are a CPU time."""
    drawn = {
        "dirac_job": """
            job_id | cpu_time | owner | owner_group | status
            1      |          | ann   | user        |
            2      | 0        | ann   | user        | Waiting
            3      | 10       |       | user        |
            4      | 10       | ann   |             |
            5      | 10       | ann   | user        | Matched
        """
    }
    reasons = {1: "no cpu_time", 3: "no owner", 4: "no owner_group"}
    reasons |= {5: "status Matched is not Waiting"}
    spec.check_fact("refused_job", "reason", world=drawn, expected=reasons)
    spec.check_fact("waiting_job", "tq_id", world=drawn, expected={2: 1})


def test_more_ram_is_needed_than_may_be(spec: Spec) -> None:
    """The running system refuses such a job; a most of 0 is none."""
    refused = {2: "min_ram 4000 is above max_ram 3999"}
    spec.check_fact(
        "refused_job",
        "reason",
        dirac_job="job_id: 1 | 2 | 3 | 4 | 5, min_ram: 4000 | 4000 | 4000 | 4000 |, "
        "max_ram: 4000 | 3999 | 0 | | 1",
        expected=by_profile({}, modern=refused),
    )


def test_what_loading_refused(spec: Spec) -> None:
    """V04: jobs stand here with the violation, pilots have a row in result."""
    jobs = {
        "dirac_job": "job_id: 1 | 7, cpu_time: 400 | -1",
        "dirac_pilot": "seq: 1 | 2, pilot_id: p1 | p2, cpu_time: 5000 | -1",
    }
    negative = "cpu_time breaks its range cpu_time between 0 and 1e12 (-1)"
    outcome = ("status", "criterion", "reason", "n_selected")
    pilots = {
        (1, "p1"): ("assigned", None, None, 1),
        (2, "p2"): ("failed", "-quarantined", negative, 0),
    }
    spec.check_tables(
        Rows("refused_job", ("job_id",), "reason", {7: negative}),
        Rows("result", ("seq", "pilot_id"), outcome, pilots),
        world=jobs,
    )
