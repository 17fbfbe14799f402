-- Untested: written after import/panda-postgres, for Oracle.
select
    'task' as subject,
    'none is of VO '
    ||:vo
    || '; the server has tasks of '
    || listagg(distinct coalesce(vo, 'no VO'), ', ') within group (
        order by coalesce(vo, 'no VO')
    ) as text
from jedi_tasks
where not exists (select 1 from jedi_tasks where vo =:vo)
having count(*) > 0
