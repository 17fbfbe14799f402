-- title: the virtual organisation and the seed that the snapshot was recorded with
select snapshot.vo, snapshot.random_seed from snapshot
