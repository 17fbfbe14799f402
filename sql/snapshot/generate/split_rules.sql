-- Splitting rules and special wishes, each in a small part of the tasks.
create or replace temp table world_task_rule as
with
    rules(place, chance, is_user, token) as (
        values
            (1, 0.015, false, 'TW=-1'),
            (2, 0.02, false, 'TW=5'),
            (3, 0.008, false, 'FU=1'),
            (4, 0.008, false, 'FU=2'),
            (5, 0.008, false, 'FU=3'),
            (6, 0.03, false, 'IS=1'),
            (7, 0.02, false, 'IP=1'),
            (8, 0.015, false, 'IP=2'),
            (9, 0.005, false, 'IK=4'),
            (10, 0.003, false, 'IK=6'),
            (11, 0.45, false, 'IL=1'),
            (12, 0.015, false, 'IL=2'),
            (13, 0.01, false, 'LI=1'),
            (14, 0.02, false, 'CC=8'),
            (15, 0.01, false, 'OT=1'),
            (16, 0.02, false, 'IW=1'),
            (17, 0.01, false, 'DY=100,MX=2000'),
            (18, 0.01, false, 'NJ=10'),
            (31, 0.45, true, 'IL=1'),
            (32, 0.05, true, 'AV=1'),
            (33, 0.04, true, 'AI=1'),
            (34, 0.06, true, 'US=2'),
            (35, 0.03, true, 'LS=1'),
            (36, 0.01, true, 'OT=1'),
            (37, 0.01, true, 'HO=1')
    )

select
    world_task.jedi_task_id,
    string_agg(rules.token, ',' order by rules.place) as tokens
from world_task
inner join rules using (is_user)
where u('rule', 64 * world_task.task_no + rules.place) < rules.chance
group by world_task.jedi_task_id
;
