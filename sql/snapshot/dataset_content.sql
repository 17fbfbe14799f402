-- title: Rucio containers
-- key: container_name, dataset_name
-- reference: dataset_name -> dataset.dataset_name
create table dataset_content (
    container_name VARCHAR,
    dataset_name   VARCHAR
);
