-- title: which criteria reject most pairs
-- needs: exclusion
select policy, criterion, class, count(*) as pairs
from exclusion
group by all
order by pairs desc, criterion
limit 20
