-- title: is a managed job held by JEDI, and not of relocation flag 2? NULL is neither
create or replace macro is_managed_by_jedi(prod_source_label, locked_by, relocation_flag)
as prod_source_label = 'managed' and locked_by = 'jedi' and relocation_flag <> 2;
