"""What words that many rules use make of single values, at their bounds and of NULL."""

from __future__ import annotations

import pytest

from tests.facts.world import World

T, F = True, False
#: Expression -> its value.
CASES: dict[str, object] = {
    # times
    "seconds_after(timestamp '2026-01-01 12:00', 90)::varchar": "2026-01-01 12:01:30",
    "minutes_after(timestamp '2026-01-01 12:00', 3)::varchar": "2026-01-01 12:03:00",
    "hours_after(timestamp '2026-01-01 12:00', 3)::varchar": "2026-01-01 15:00:00",
    "days_after(timestamp '2026-01-01 12:00', 3)::varchar": "2026-01-04 12:00:00",
    "hours_after(null::timestamp, 3)": None,
    "days_after(timestamp '2026-01-01 12:00', 1e12)": None,
    "[later(n, 2) for n in [1, 2, 3, null]]": [2, 2, 3, None],
    "later(2, null)": None,
    "seconds_between(timestamp '2026-01-01', timestamp '2026-01-01 00:01:30.9')": 90,
    "seconds_between(timestamp '2026-01-01 12:01', timestamp '2026-01-01 12:00')": -60,
    "is_stale(timestamp '2026-01-01 11:00', timestamp '2026-01-01 12:00', 60)": True,
    "is_stale(timestamp '2026-01-01 11:01', timestamp '2026-01-01 12:00', 60)": False,
    "is_stale(timestamp '2026-01-01 10:59', timestamp '2026-01-01 12:00', 60)": True,
    "is_stale(null, timestamp '2026-01-01 12:00', 60)": True,
    # sizes
    "[bytes_of(2, s) for s in ['GB', 'GBPerEvent', 'MB']]": [2 << 30, 2 << 30, 2 << 20],
    "[bytes_of(2, s) for s in ['kB', 'B', null]]": [2048, 2, 2],
    "[bytes_of(n, 'MB') for n in [-2, null]]": [0, 0],
    "[whole_mb(n) for n in [2 * 1048576 - 1, 2 * 1048576]]": [1, 2],
    "[whole_gb(n) for n in [2147483647, 2147483648, -1073741823]]": [1, 2, 0],
    "terabytes(2e12)": 2,
    # a queue's limits, and the status of an endpoint
    "[disk_io_limit(n, 7) for n in [0, 1, 5]]": [7, 1, 5],
    "[disk_io_limit(null, n) for n in [1, null]]": [1, 10**10],
    "disk_io_limit(0, 0)": 10**10,
    "[is_usable(s, 'on_only') for s in ['ON', 'READONLY', 'OFF', 'TEST', null]]": (
        [True, False, False, False, True]
    ),
    "[is_usable(s, 'not_off') for s in ['ON', 'READONLY', 'OFF', 'TEST', null]]": (
        [True, True, False, False, True]
    ),
    "[is_managed_by_jedi('managed', 'jedi', n) for n in [1, 2, null]]": [T, F, None],
    "is_managed_by_jedi('user', 'jedi', 1)": False,
    "is_managed_by_jedi('managed', 'other', 1)": False,
    # catchall, split rules
    "catchall_value('{\"a\": \"1\"}', 'a=2', 'a')": "1",
    "catchall_value(null, 'x=1,a=2,b=3', 'a')": "2",
    "[catchall_value(null, s, 'a') for s in ['xa=2', 'x=1, a=2', 'ab=2']]": (
        [None, None, None]
    ),
    "catchall_value('{}', 'a=', 'a')": None,
    "[has_catchall(null, s, 'a') for s in ['a', 'a=1', 'b,a', 'b, a c', 'ab', 'ba']]": (
        [True, True, True, False, True, False]
    ),
    "has_catchall('{\"a\": null}', null, 'a')": True,
    "has_catchall(null, null, 'a')": False,
    # what a dataset is
    "[is_pseudo_input(t, '', '') for t in ['pseudo_input', 'pp_input', 'input']]": (
        [T, T, F]
    ),
    "[is_pseudo_input('', n, '') for n in ['pseudo_dataset', 'seq_number', 'd']]": (
        [T, T, F]
    ),
    "[is_pseudo_input('', '', a) for a in ['ps', 'a,ps,b', 'ps=1', 'nops', null]]": (
        [T, T, F, F, F]
    ),
    "[dataset_type(n) for n in ['m.1.n.p.log.x', 'user1.1.n.p.log', 'm.1', null]]": (
        ["log", None, None, None]
    ),
    "dataset_type('group.phys.n.p.log')": None,
    "[is_distributed_output(t) for t in ['ddd:A', 'ddd:A/x', 'X,ddd:A']]": [T, T, T],
    "[is_distributed_output(t) for t in ['ddd:', 'ddd:,ddd:A', 'Xddd:A', '', null]]": (
        [F, F, F, F, F]
    ),
    "[split_rule(s, 'NJ') for s in ['AA=1,NJ=-3', 'XNJ=3']]": [-3, None],
    "[has_split_rule(s, 'NJ') for s in ['A=1,NJ=3', 'XNJ=3', null]]": [T, F, F],
    # resource types, shares
    "share_kinds()": [
        *("prod_source_label", "working_group", "campaign"),
        *("processing_type", "trans_path", "resource_category"),
    ],
    **{
        f"(select n_jobs_in(s, n, '{s}') from (values ('a', 1), ('a', 2)) t(s, n))": n
        for s, n in (("a", 3), ("b", 0))
    },
    "[cores_of_task(n, 8) for n in [0, null, 3]]": [8, 1, 3],
    "task_ram_per_core(1000, 500, 'MB', 4, 0.9)": 337,
    "task_ram_per_core(1000, 500, 'MBPerCore', 4, 0.9)": 1012,
    "task_ram_per_core(1000, 500, 'MBPerCoreFixed', 4, 0.9)": 1012,
    "task_ram_per_core(1000, null, null, 4, 0.9)": 225,
    "task_ram_per_core(null, 500, 'MB', 1, 1)": 500,
    "task_ram_per_core(500, null, 'MB', 1, 1)": 500,
    "[job_ram_per_core(n, 2) for n in [5, 7]]": [2, 4],
    "job_ram_per_core(null, 1)": 0,
    "[lies_within(n, 2, 4) for n in [1, 2, 4, 5, null]]": [F, T, T, F, T],
    "lies_within(1, null, 4)": True,
    "lies_within(5, 2, null)": True,
    # what is reported
    "[reported_bit(n::bigint) for n in [12, 1, 0]]": [2, 0, 63],
    "lowest_bit(12)": 4,
    "[has_bit(5, n) for n in [0, 1, 2, 3]]": [T, F, T, F],
    "[loss_of(s) for s in ['+use', '+usejumbo', '-cap']]": [
        *("-not_drawn", "-no_candidates", "-cap")
    ],
    "[exceeds(n, 2, '>=') for n in [1, 2]]": [F, T],
    "[exceeds(n, 2, '>') for n in [2, 3]]": [F, T],
    "[asked_words(s) for s in ['>=', '>']]": ["at least", "more than"],
    # caps of users: 5 may run, twice as many may be queued
    "[is_over_cap(n, 0, 5, 2) for n in [5, 6]]": [F, T],
    "[is_over_cap(0, n, 5, 2) for n in [10, 11]]": [F, T],
    "cap_detail('Jane', 'USER', 'jobs', 7, 0, 5, 2)": (
        "Jane has 7 running jobs > CAP_RUNNING_USER_JOBS 5, 2 must end"
    ),
    "cap_detail('Jane', 'USER', 'jobs', 5, 13, 5, 2)": (
        "Jane has 13 queued jobs > 2 x CAP_RUNNING_USER_JOBS 5, 3 must start"
    ),
    # classes of tasks, and how starts lose weight
    "[class_value(s) for s in ['S', 'A', 'B', 'C', 'X']]": [2, 1, 0, -1, None],
    "[decayed(n, 3600) for n in [0, 7200]]": [1, 0.25],
    "[throughput_weight(n, [2, 1], [10, 5]) for n in [2, 2.5, 1, null]]": [5, 10, 1, 1],
    "[interpolated([1, 2, 4], n) for n in [0.25, 0.5, 0.75, 1]]": [1.5, 2, 3, 4],
    "interpolated([3], 0.5)": 3,
    # draws
    "stays_above(0.5, 0.25, 0.75)": 0.375,
    "[drawn(8796093022208::uhugeint, 4503599627370497) * 9007199254740992]": [
        4503599627370497
    ],
    "wide_key('a', 'b') = md5_number_lower('a/b')": True,
    "[drawn_place(n, 4) for n in [0.24, 0.999]]": [0, 3],
    "least_lot(0.75, 2, 4)": 0.125,
    "0 < uniform_of(0::ubigint)": True,
    "uniform_of(9223372036854775808::ubigint)": 0.5,
    "batch_draw(7, 1, 'Q') = uniform_of(key_of('7/1/Q'))": True,
    "[poisson_upto(n, 0.5, 9) for n in [0, -1]]": [0, 0],
    # of a mean of 2 none comes with 0.135, at most one with 0.406
    "[poisson_upto(2, u, 9) for u in [0.13, 0.14, 0.4, 0.41]]": [0, 1, 1, 2],
    "poisson_upto(2, 0.999999, 3)": 3,
    "poisson_upto(0.5, 0.7, 9)": 1,
    # at most two of a mean of 4 come with 0.238, at most three with 0.433
    "[poisson_upto(4, u, 9) for u in [0.018, 0.091, 0.092, 0.238, 0.44]]": [
        *(0, 1, 2, 2, 4)
    ],
    "poisson_upto(1, exp(-1::double), 9)": 0,
    # the work of nuclei
    "[work_divisor(n, 50, 'offset') for n in [49, 50, 51]]": [50, 50, 51],
    "[work_divisor(n, 50, 'one') for n in [49, 50, 51]]": [1, 50, 51],
    "nothing_given(3)": [0, 0, 0],
    "give_away([1, 0, 0, 0], 1, 2, 1, 5)": [6, 0, 0, 0],
    "give_away([1, 0, 0, 0], 2, 2, 2, 5)": [1, 5, 0, 5],
    "weights_with([6, 8], [2, 1], [0, 1, 3], [2, 3], 0, 1, 'offset')": [2, 2],
    "summed_up([1, 2, 4])": [1, 3, 7],
    "[walk_to([1, 1, 2], u, 'weighted_random') for u in [0, 0.25, 0.26, 0.5, 0.51]]": (
        [1, 1, 2, 2, 3]
    ),
    "walk_to([1, 3, 3], 0, 'max')": 2,
    "chances_up_to([1, 3])": [0.25, 1],
    "chances_up_to([0, 0])": [1, 1],
    "chances_of([1, 3])": [0.25, 0.75],
    "chances_of([0, 0])": [1, 0],
    # a day at a queue of 4 cores and a core power of 10
    "day_of_work(100, 4, 10, 'wall_clock', true)": 100,
    "[day_of_work(100, n, 10, 'unit_aware', false) for n in [0, 4]]": [100, 400],
    "day_of_work(100, 4, 10, 'unit_aware', true)": 4000,
    "[day_of_work(100, n, 10, 'work', false) for n in [0, 4]]": [1000, 4000],
    # patterns
    "[is_pattern(s) for s in ['a.*', 'a|b', '(', 'a)(b', null]]": [T, T, F, F, F],
    "[matches_ends(s, 'a|b') for s in ['a', 'ax', 'xb', 'xa']]": [T, T, T, F],
    "[matches_start(s, 'a|b') for s in ['ax', 'bx', 'xa', 'AX']]": [T, T, F, F],
    "[matches_start_anycase(s, 'a|b') for s in ['AX', 'Bx', 'xa']]": [T, T, F],
    "[contains_pattern(s, 'a|b') for s in ['xax', 'xb', 'c']]": [T, T, F],
    "[matches_ends('a', s) for s in ['(', null]]": [F, F],
    "[matches_start('a', s) for s in ['(', null]]": [F, F],
    "[matches_start_anycase('a', s) for s in ['(', null]]": [F, F],
    "[contains_pattern('a', s) for s in ['(', null]]": [F, F],
    "[has_prefix(s, ['ab', 'c']) for s in ['abc', 'cd', 'xc', null]]": [T, T, F, F],
    "has_prefix('a', null)": False,
    "any_has_prefix(['x', 'cd'], ['ab', 'c'])": True,
    "any_has_prefix(['x', 'y'], ['ab', 'c'])": False,
    "any_has_prefix(null, ['ab'])": False,
    # parentheses
    "show_nested(hide_nested('a|(b|c-d)-e'))": "a|(b|c-d)-e",
    "len(string_split(hide_nested('a|(b|c-d)|e'), '|'))": 3,
    "len(string_split(hide_nested('a-(b|c-d)-e'), '-'))": 3,
    "[is_enclosed(s) for s in ['(a)', '(a)|(b)', '((a)|(b))', 'a', '(a']]": [
        *(True, False, True, False, False)
    ],
    # JSON
    "json_strings('[\"a\", 1]'::json)": ["a", "1"],
    "json_strings('\"a\"'::json)": ["a"],
    "json_strings('null'::json)": None,
    "json_strings(null::json)": None,
    "len(json_entries('[{}, {}]'::json))": 2,
    "len(json_entries('{\"a\": 1}'::json))": 1,
    "len(json_entries('3'::json))": 0,
    "[len(json_entries(node)) for node in [null::json]]": [0],
    "json_entry('{\"a\": \"b\"}'::json, '$.a', 'any')": "b",
    "json_entry('{\"a\": null}'::json, '$.a', 'any')": "null",
    "json_entry('{}'::json, '$.a', 'any')": "any",
    "[is_json_object(s) for s in ['{}', '{\"a\": \",}\"}']]": [T, T],
    "[is_json_object(s) for s in ['[]', '{\"a\": 1,}', 'x']]": [F, F, F],
    "[is_json_blank(s::json) for s in ['[]', '{}', '\"\"', '0', '0.0']]": [True] * 5,
    "[is_json_blank(s::json) for s in ['false', 'null']]": [T, T],
    "[is_json_blank(s::json) for s in ['[0]', '{\"a\": 0}', '\"a\"', '1', 'true']]": (
        [False] * 5
    ),
    "is_json_blank(null::json)": True,
    "[is_json_list_of_objects(s::json) for s in ['[{}]', '[{}, 1]', '{}']]": [T, F, F],
    "[is_json_list_of_objects(node) for node in [null::json]]": [F],
    "json_cell('{\"a\": 1, \"A\": 2}', 'a')": "1",
    "json_cell('{\"A\": 2}', 'a')": "2",
    # lists in what is reported
    "shown(['b', 'a', 'b'])": "[a, b]",
    "shown(null::varchar[])": "nothing",
    "shown_or_null(null::varchar[])": None,
    "[named(s) for s in ['a', '', null]]": ["a", "nothing", "nothing"],
    # fairshare policies
    "[processing_group(s) for s in ['evgen', 'simul', 'reprocessing', 'mcore']]": [
        *("evgen", "simul", "reprocessing", "mcore")
    ],
    "[processing_group(s) for s in ['group', 'deriv', 'pile', 'merge', 'x', null]]": [
        *("group", "deriv", "pile", "merge", "others", "others")
    ],
    "[processing_group(s) for s in ['prod_test', 'validation', 'ptest', 'rc_test', "
    "'rc_test2', 'rc_alrb']]": ["test"] * 6,
    "[last_field(s, 'type=') for s in [['type=a', 'a=b', 'type=c'], ['a=b']]]": [
        "c",
        None,
    ],
    "pattern_test(null, null, 'a')": "yes",
    "pattern_test(false, ['a'], 'a')": "broken",
    "pattern_test(true, ['a'], 'a')": "yes",
    "pattern_test(true, ['a'], 'b')": "no",
    "[priority_applies(null, o, 5) for o in ['>', '<', '>=', '<=', '!=']]": [True] * 5,
    "[priority_applies(null, o, 5) for o in ['==', 'true']]": [F, F],
    "priority_applies(3, null, 5)": True,
    "[priority_applies(n, 'true', null) for n in [0, 1]]": [F, T],
    "[priority_applies(n, '==', 5) for n in [4, 5, 6]]": [F, T, F],
    "[priority_applies(n, '!=', 5) for n in [4, 5, 6]]": [T, F, T],
    "[priority_applies(n, '>', 5) for n in [4, 5, 6]]": [F, F, T],
    "[priority_applies(n, '<', 5) for n in [4, 5, 6]]": [T, F, F],
    "[priority_applies(n, '>=', 5) for n in [4, 5, 6]]": [F, T, T],
    "[priority_applies(n, '<=', 5) for n in [4, 5, 6]]": [T, T, F],
    # numbers whose digits do not depend on the order of additions
    "[steady(n::double) for n in [0.12345678949, 0.12345678951]]": [
        *(0.123456789, 0.12345679)
    ],
    "(select mean_over(x, x) from (values (1), (2), (6)) as t(x))": 3,
    # quantiles of Student's t, by the formulas for 2 degrees of freedom and for many
    "student_95(2)": 0.9 / 0.095**0.5,
    "student_95(4)": 2.131846786326649,
    "student_95(20) = student_near_normal(20, 1.6448536269514722::double)": False,
    "student_95(21) = student_near_normal(21, 1.6448536269514722::double)": True,
    "student_near_normal(2, 2)": 2 + 5 / 4 + 49 / 64 + 183 / 512 + 5665 / 49152,
    # software
    "accepted('a')": {"is_accepted": True, "test": "a", "failed_test": None},
    "refused('a', 'b')": {"is_accepted": False, "test": "a", "failed_test": "b"},
    "last_of_type([{'type': s[1], 'is': s}::json for s in ['a1', 'a2', 'b3']], 'a')": (
        '{"type":"a","is":"a2"}'
    ),
    "[is_nightly(s) for s in ['a/2026-01-02T2101', 'a/2026-01-02T2101x', 'a', null]]": [
        *(True, False, False, None)
    ],
    "[is_three_digit(s) for s in ['A-1.2.3', 'A-1.2.34', 'A-1.2', 'A-1.2.3.4']]": [
        *(True, True, False, False)
    ],
    "[holds_release(s, 'a', 'exact') for s in [['a'], ['a', 'b']]]": [T, F],
    "[holds_release(s, 'a', 'contains') for s in [['a', 'b'], ['b']]]": [T, F],
    "holds_release(null, 'a', 'contains')": False,
    "[cpu_list_accepts(['x', 'y'], s, false) for s in ['x', 'z', '*', null]]": [
        *(True, False, True, False)
    ],
    "[cpu_list_accepts(['excl', 'x'], s, false) for s in ['x', 'excl', '*']]": [
        *(True, True, False)
    ],
    "[cpu_list_accepts(['any'], s, false) for s in ['x', '*']]": [T, T],
    "cpu_list_accepts([''], 'x', true)": True,
    "cpu_list_accepts([''], 'x', false)": False,
    "[cpu_list_accepts(null, s, true) for s in ['x', '*']]": [F, T],
    'has_excl(\'{"a": "excl", "b": ["x"]}\'::json)': False,
    'has_excl(\'{"a": ["x"], "b": ["x", "excl"]}\'::json)': True,
    "[has_excl(node) for node in [null::json]]": [F],
    "[opposite(s) for s in ['==', '>=', '<=', '>', '<', '!=', 'in']]": [
        *("!=", "<", ">", "<=", ">=", "==", "not in")
    ],
    "[gpu_attribute(s) for s in ['cuda', 'driver', 'uarch', 'vram', 'model', 'x']]": [
        *("version", "driver_version", "microarchitecture", "vram", "model", None)
    ],
    # what jobs wait for
    "[waits_for_slot(s) for s in ['pending', 'waiting', 'defined', 'assigned', "
    "'activated', 'throttled', 'starting', 'running', 'holding']]": (
        [True] * 7 + [False] * 2
    ),
    # DIRAC: segments, priorities
    "[segments_are_sound(s) for s in [[1], [1, 2]]]": [T, T],
    "[segments_are_sound(s) for s in [[], [0, 1], [2, 1], [1, 1]]]": [F, F, F, F],
    "[segment_of(n, [10, 20]) for n in [9, 10, 11, 20, 21]]": [10, 10, 20, 20, 20],
    "[real_priority(n, true, 10, 99, 0.5) for n in [-1, 0, 1, 9, 10, 11]]": [
        *(0.5, 0.5, 1, 9, 99, 99)
    ],
    "[real_priority(n, false, 10, 99, 0.5) for n in [-1, 0, 11]]": [0, 0, 11],
    # sites
    "accepted_sites(['a', 'b', 'c'], ['a', 'b'], ['b'])": ["a"],
    "accepted_sites(['a', 'b'], null, null)": ["a", "b"],
    "[is_wholly_limited(['a', 'b'], s) for s in [['a'], ['a', 'c'], []]]": [T, F, F],
    # texts of the configuration
    "cfg_list(' a, ,b,')": ["a", "b"],
    "[cfg_number(s, 1) for s in ['1', '0.9', 'x', 'inf', 'nan', null]]": [
        *(1, None, None, None, None, None)
    ],
    "[trim(s) for s in cfg_lines('a{b=1 # c}')]": ["a", "{", "b=1"],
    "scheduling_path('/Prod/JobScheduling/RunningLimit/A')": "RunningLimit/A",
    "scheduling_path('RunningLimitX')": "",
    "scheduling_path('JobScheduling/ShareCorrections/ShareCorrections/A')": (
        "ShareCorrections/A"
    ),
    # a sample in a span of 100 s; one that does not end after it begins counts for one
    "[seconds_within(a, 20, 100) for a in [19, 20, 50, 150]]": [1, 1, 30, 80],
    "[seconds_within(a, null, 100) for a in [-1, 0, 100, 101]]": [0, 1, 1, 0],
    "seconds_within(50, -10, 100)": 50,
    "seconds_within(150, 120, 100)": 0,
    **{
        f"slice_correction({{'part': {part}::double, 'fraction': 0.5::double, "
        f"'max_correction': 8::double}}, 0.4, {is_weighted}, '{empty}')": value
        for part, is_weighted, empty, value in [
            ("null", True, "neutral", 0.5),
            ("null", True, "zero", None),
            (0.2, True, "neutral", 1.0),
            (2, True, "neutral", 0.1),
            (0.01, True, "neutral", 4.0),
            (0, True, "neutral", 4.0),
            (0, False, "neutral", 8.0),
        ]
    },
    **{
        f"final_correction([{{'part': {part}::double, 'fraction': 0.5::double, "
        f"'max_correction': 8::double}} for part in [1, 0.2]], 0.4, 4, true, '')": value
        for part, value in [("part", 1.2), ("part / 100", 4.0), ("part * 100", 0.25)]
    },
    "[clamped(n, 4) for n in [0.1, 0.25, 1, 4, 5]]": [0.25, 0.25, 1, 4, 4],
    # lists of names as sets
    "value_set([' b', 'a', 'B', ''], 'exact')": ["B", "a", "b"],
    "value_set([' b', 'a', 'B', ''], 'nocase')": ["a", "b"],
    "value_set(['', ' '], 'exact')": None,
    "compared_name(' Ab', 'nocase')": "ab",
    "compared_name('Ab', 'exact')": "Ab",
    "asked_set(['a'], 'Site', ['Site'], 'exact')": ["a"],
    "asked_set(['a'], 'Site', ['Tag'], 'exact')": None,
    "[never_empty_list(s) for s in [[]::varchar[], ['a']]]": [[""], ["a"]],
    "[says_any(s) for s in [['a', 'A-n y!'], ['any1'], []]]": [T, F, F],
    "offered_set(['ANY', 'a'], true, 'exact')": None,
    "offered_set(['ANY', 'a'], false, 'exact')": ["ANY", "a"],
    "offered_set(['a'], true, 'exact')": ["a"],
    "[is_condition(s, true, true) for s in [['any'], ['a'], null]]": [F, T, T],
    "[is_condition(s, true, false) for s in [['any'], ['a'], null]]": [F, T, F],
    "is_condition(['any'], false, false)": True,
    "processor_tags(2, 4)": ["1Processors", "2Processors", "MultiProcessor"],
    "processor_tags(1, 4)": ["1Processors"],
    "processor_tags(null, 4)": [],
}


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.mark.parametrize("expression", CASES)
def test_the_value_of_an_expression(world: World, expression: str) -> None:
    ((found,),) = world.database.rows(f"select {expression}")
    expected = CASES[expression]
    if isinstance(expected, float):
        expected = pytest.approx(expected, rel=1e-9)
    assert found == expected
