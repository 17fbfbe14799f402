-- title: from here on connections read what is open, and nothing else
-- note: memory and threads are set before, the lock comes last
set allowed_paths = [$files]
;
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
set enable_logging = false
;
set timezone = 'UTC'
;
set allowed_configs = [$settings]
;
set lock_configuration = true
;
