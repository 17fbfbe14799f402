-- title: the virtual organisation and the seed that the snapshot was recorded with
select vo, random_seed from snapshot
