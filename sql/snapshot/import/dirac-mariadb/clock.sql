select utc_timestamp() as now
