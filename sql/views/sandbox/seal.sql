-- title: from here on a connection reads what is open, and nothing else
-- note: memory and threads are set before, the lock comes last
set enable_external_access = false
;
set autoinstall_known_extensions = false
;
set autoload_known_extensions = false
;
set allow_community_extensions = false
;
set python_enable_replacements = false
;
set secret_directory = ''
;
set max_temp_directory_size = '0B'
;
set lock_configuration = true
;
