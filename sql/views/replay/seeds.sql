-- title: the virtual organisation and the seed of each snapshot
select cycle_no, vo, random_seed from snapshot order by all
