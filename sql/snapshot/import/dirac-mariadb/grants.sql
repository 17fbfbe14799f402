-- The rights that the import needs, and no more, for the user that reads.
grant select
on `TaskQueueDB`.*
to reader
;

grant select
on `JobDB`.`Jobs`
to reader
;

grant select
on `ResourceStatusDB`.`SiteStatus`
to reader
;
