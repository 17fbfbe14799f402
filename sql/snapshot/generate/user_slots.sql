-- Slots that the owners of analysis tasks use.
create or replace temp table world_user_slots as
with
    owners as (
        select distinct
            orig_user_name as entity, key_of(orig_user_name) as entity_key
        from task
        where prod_source_label in ('user', 'panda')
    )

select entity, entity_key, whole(3000 * pow(u('slots_a', entity_key), 3)) as n_used
from owners
where u('evaluated', entity_key) < 0.95
;
