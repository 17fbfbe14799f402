-- title: those rows of a run that belong to changed decisions
select of_run.* from of_run semi join changed using (snapshot_id, policy, jedi_task_id, chunk_no)
