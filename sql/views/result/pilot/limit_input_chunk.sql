-- title: pilots belong to no task: of some tasks only, there is none
delete from dirac_pilot
;

delete from quarantine
where quarantine.table_name = 'dirac_pilot'
