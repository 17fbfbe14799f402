-- title: the name of the user whose certificate subject is known
-- grain: dn
-- source: T005
-- note: the owner is a name, its DN another word for it
select dn, min(dirac_user.user_name) as user_name
from dirac_user
where dn is not null and dirac_user.user_name is not null
group by dn
