-- title: PanDA JEDI_DATASET_CONTENTS: the files of the chunk
-- note: a dataset belongs to a chunk when it has files here
-- key: jedi_task_id, chunk_no, dataset_id, file_id
-- reference: jedi_task_id, dataset_id -> task_dataset.jedi_task_id, dataset_id
-- reference: jedi_task_id, chunk_no -> input_chunk.jedi_task_id, chunk_no
-- range: fsize between 0 and 1e18
-- range: n_events between 0 and 1e12
-- range: start_event, end_event between -1e12 and 1e12
create table task_file (
    jedi_task_id     BIGINT,
    dataset_id       BIGINT,
    file_id          BIGINT,
    chunk_no         BIGINT,
    file_order       BIGINT,  -- order of the file in its dataset
    lfn              VARCHAR,
    scope            VARCHAR,
    guid             VARCHAR,  -- GUID of the file
    fsize            BIGINT,  -- bytes of the file
    n_events         BIGINT,
    start_event      BIGINT,  -- first event of the file that is used (startEvent)
    end_event        BIGINT,  -- last event of the file that is used (endEvent)
    boundary_id      BIGINT,  -- boundaryID of JEDI, by which files are grouped into jobs
    lumi_block_nr    BIGINT,  -- luminosity block of the file
    constituent_name VARCHAR  -- dataset inside the container, for container inputs
);
