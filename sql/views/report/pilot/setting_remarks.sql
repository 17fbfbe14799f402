-- title: what the configuration says that cannot be used
select setting_remark.remark from setting_remark order by setting_remark.remark
