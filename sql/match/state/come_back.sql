-- title: matched jobs wait again
delete from state.gone where state.gone.job_id in (select came.job_id from came)
