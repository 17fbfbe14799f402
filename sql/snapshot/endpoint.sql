-- title: CRIC ddmendpoint and Rucio usage
-- expected with: queue, task
-- key: ddm_endpoint_name
-- range: space_total between 0 and 1e12
-- range: space_free between 0 and 1e12
-- range: space_expired between 0 and 1e12
-- range: space_min_free between 0 and 1e12
-- range: space_unavailable between 0 and 1e12
-- range: state in ('ACTIVE', 'DISABLED', 'DELETED', 'NOTREADY', …)
-- settable: space_free, read_lan, write_lan, read_wan, write_wan
create table endpoint (
    ddm_endpoint_name VARCHAR,
    site_name         VARCHAR,  -- storage site, the end of a network link
    type              VARCHAR,  -- DATADISK SCRATCHDISK DATATAPE LOCALGROUPDISK VP_DISK ...
    space_token       VARCHAR,
    is_tape           BOOLEAN,
    state             VARCHAR,
    space_total       BIGINT,  -- GB
    space_free        BIGINT,  -- GB
    space_expired     BIGINT,  -- GB
    space_min_free    BIGINT,  -- GB
    space_unavailable BIGINT,  -- GB
    space_timestamp   TIMESTAMP,
    blacklisted_read  BOOLEAN,
    read_lan          VARCHAR,  -- ON, OFF, TEST or a word of the site (kept; only ON is ON on the page); NULL = unknown
    write_lan         VARCHAR,  -- ON, OFF, TEST or a word of the site (kept; only ON is ON on the page); NULL = unknown
    read_wan          VARCHAR,  -- ON, OFF, TEST or a word of the site (kept; only ON is ON on the page); NULL = unknown
    write_wan         VARCHAR  -- ON, OFF, TEST or a word of the site (kept; only ON is ON on the page); NULL = unknown
);
