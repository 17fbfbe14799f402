-- title: number of files of each dataset that a container holds
-- grain: dataset_name
-- nulls: a number that the catalogue does not give is that of the copies, else 0
-- note: a container is complete where its complete constituents sum up to all its files
select
    constituents.dataset_name,
    coalesce(any_value(dataset.n_files), max(dataset_replica.n_files_total), 0) as n_files
from (select distinct dataset_name from dataset_content) as constituents
left join dataset using (dataset_name)
left join
    dataset_replica
    on constituents.dataset_name = dataset_replica.dataset_name
    and dataset.n_files is null
group by constituents.dataset_name
