-- title: CRIC ddmendpoint and Rucio usage
-- expected with: queue, task
-- key: ddm_endpoint_name
-- range: space_total, space_expired, space_min_free, space_unavailable between 0 and 1e12
-- range: space_free between -1e12 and 1e12
-- range: state in ('ACTIVE', 'DISABLED', 'DELETED', 'NOTREADY', …)
-- settable: space_free, read_lan, write_lan, read_wan, write_wan
create table endpoint (
    ddm_endpoint_name VARCHAR,
    site_name         VARCHAR,  -- storage site, the end of a network link
    type              VARCHAR,  -- DATADISK SCRATCHDISK DATATAPE LOCALGROUPDISK VP_DISK ...
    space_token       VARCHAR,  -- space token of the endpoint, as ATLASDATADISK
    is_tape           BOOLEAN,
    state             VARCHAR,
    space_total       BIGINT,  -- GB, in all; 0 or NULL = unknown
    space_free        BIGINT,  -- GB, free; negative where more is used than there is
    space_expired     BIGINT,  -- GB, of replicas that may be deleted
    space_min_free    BIGINT,  -- GB, that have to stay free
    space_unavailable BIGINT,  -- GB, that cannot be used
    space_timestamp   TIMESTAMP,  -- when the space was measured, UTC
    blacklisted_read  BOOLEAN,  -- blacklisted for reading in CRIC; NULL = not
    read_lan          VARCHAR,  -- ON, OFF, TEST or a word of the site (kept; only ON is ON on the page); NULL = unknown
    write_lan         VARCHAR,  -- ON, OFF, TEST or a word of the site (kept; only ON is ON on the page); NULL = unknown
    read_wan          VARCHAR,  -- ON, OFF, TEST or a word of the site (kept; only ON is ON on the page); NULL = unknown
    write_wan         VARCHAR  -- ON, OFF, TEST or a word of the site (kept; only ON is ON on the page); NULL = unknown
);
