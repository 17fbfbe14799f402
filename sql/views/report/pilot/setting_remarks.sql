-- title: what the configuration says that cannot be used
select remark from setting_remark order by remark
