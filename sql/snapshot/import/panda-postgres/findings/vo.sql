-- Whose tasks there are, where none is of the VO that was asked for.
select
    'task' as subject,
    format(
        'none is of VO %s; the server has tasks of %s',
        :vo::text,
        string_agg(distinct coalesce(nullif(vo, ''), 'no VO'), ', ')
    ) as text
from jedi_tasks
where not exists (select 1 from jedi_tasks where vo =:vo::text)
having count(*) > 0
