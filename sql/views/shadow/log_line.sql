-- Lines of broker logs, taken apart. A line is [time logger] level <token> text; any
-- other one continues the line before it. What a text says is its kind; a skip names
-- the last criterion of its line, since a reason may quote others.
create or replace temp table log_line as
with
    heads as (
        select
            file_no,
            line_no,
            is_known,
            regexp_extract(
                line,
                '^(?:(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[,.]\d+)?)\s+(\S+?):?\s+)?'
                || '(DEBUG|INFO|WARNING|ERROR|CRITICAL)\s+'
                || '<jediTaskID=(\d+)(?: datasetID=(\d+))?(?:\s[^>]*)?>\s?(.*)$',
                ['time', 'logger', 'level', 'task', 'dataset', 'text']
            ) as head
        from log_text
    ),
    kinds as (
        select
            file_no,
            line_no,
            is_known,
            try_cast(replace(nullif(head.time, ''), ',', '.') as timestamp) as log_time,
            head.logger,
            try_cast(head.task as bigint) as jedi_task_id,
            try_cast(nullif(head.dataset, '') as bigint) as dataset_id,
            rtrim(head.text) as text,
            case
                when jedi_task_id is null
                then 'continuation'
                when regexp_matches(text, '^start( currentPriority=-?\d+)?$')
                then 'start'
                when starts_with(text, '!!! look for candidates WITH')
                then 'round'
                when regexp_matches(text, '^ *skip \w.*criteria=-\w+')
                then 'skip'
                when regexp_matches(text, '^ *use site=\S+ for jumbo jobs .*criteria=\+usejumbo')
                then 'use jumbo'
                when regexp_matches(text, '^ *use (site|nucleus)=[^\[ ]+ .*criteria=\+use$')
                then 'use'
                when regexp_matches(text, '^ *set nucleus=\S+ with \S+ criteria=\+set$')
                then 'set'
                when regexp_matches(text, '^ *site=\S+ is pre-assigned criteria=\+preassign')
                then 'preassign'
                when regexp_matches(text, '^ *use site=\[.*criteria=\+premerge')
                then 'premerge'
                when regexp_matches(text, '^\d+ candidates passed ')
                then 'passed'
                when regexp_matches(text, '^=+ start for job check')
                then 'inner start'
                when regexp_matches(text, '^=+ done for job check')
                then 'inner end'
                when text = 'done'
                then 'done'
                when
                    regexp_matches(
                        text,
                        '^(no candidates|no sites can run jobs|available sites all capped'
                        || '|throttle to generate|dataset=\S+ is incomplete)'
                    )
                then 'none'
                when
                    regexp_matches(
                        text,
                        '^(cloud=\S+ has \d+ candidates|initial \d+ candidates'
                        || '|got \d+ candidates|calculate weight and check cap for)'
                    )
                then 'count'
                when
                    regexp_matches(text, '^ *\d+ -> +\d+ candidates,')
                    or starts_with(text, 'the number of ')
                    or starts_with(text, '=====')
                then 'summary'
                when not contains(text, 'criteria=')
                then 'note'
            end as kind
        from heads
    )

select
    file_no,
    line_no,
    is_known,
    log_time,
    logger,
    jedi_task_id,
    dataset_id,
    text,
    kind,
    nullif(
        regexp_extract(text, '(?:site|nucleus)[= ]\s*([^ \[]+)', 1), ''
    ) as name,
    nullif(regexp_extract(text, '.*criteria=([-+]\w+)', 1), '') as criterion,
    starts_with(ltrim(text), 'skip nucleus') or starts_with(ltrim(text), 'use nucleus')
    as is_nucleus,
    case
        when kind = 'use' and contains(text, ' to bootstrap ')
        then 0
        when kind = 'use'
        then
            try_cast(
                regexp_extract(text, 'weight=([-+.\deE]+|inf|nan)', 1) as double
            )
    end as weight,
    sum((kind = 'start')::int) over token as start_no,
    sum((kind = 'inner start')::int - (kind = 'inner end')::int) over token > 0
    as is_inner
from kinds
window
    token as (
        partition by file_no, logger, jedi_task_id, dataset_id
        order by line_no
    )
;
