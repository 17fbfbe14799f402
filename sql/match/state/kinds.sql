-- title: one request of each kind that ever asked, with a name of its own if it had
-- none
-- grain: seq
select kind.* replace (coalesce(pilot_id, format('kind {}', seq)) as pilot_id)
from state.dirac_pilot as kind
order by seq
