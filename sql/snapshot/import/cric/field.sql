-- Fields of CRIC that brokersql leaves out, so that it can say which ones are new.
create or replace temp table cric_field as
select unnest(
    string_split(
        'accesscontrol acopytools allow_lan allow_wan allowednode allowfax ' ||
        'allowjem appdir atlas_site autosetup_post autosetup_pre availablecpu ' ||
        'cachedse comment comment_ container_options container_type copytools ' ||
        'coreenergy coreenergy_data corepower_data country countrygroup ddm ' ||
        'defaulttoken depthboost description dq2url email environ envsetup ' ||
        'envsetupin glexec globusadd gocname gstat harvester harvester_template ' ||
        'hc_param hc_suite id ignore_swreleases is_default is_virtual ' ||
        'last_modified lastmod localqueue maxdiskio_data maxswap meanrss memory ' ||
        'name nickname nodes objectstores panda_resource panda_site parent ' ||
        'pilot_manager pilot_version pilotlimit probe ptest python_path ' ||
        'python_version queuehours queues rc rc_country rc_site rc_site_state ' ||
        'recoverdir region retry site site_state siteid space ' ||
        'special_par stageinretry stageoutretry state state_comment state_update ' ||
        'system tags tier tier_level timefloor tmpdir uconfig use_pcache ' ||
        'validatedreleases vo_name wansinklimit wansourcelimit wntmpdir ' ||
        'zip_time_gap', ' '
    )
) as field
;
