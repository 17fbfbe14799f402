-- title: the virtual organisation and the seed of each snapshot
select snapshot.cycle_no, snapshot.vo, snapshot.random_seed from snapshot order by all
