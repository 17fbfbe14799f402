-- title: what delays hold back is drawn no more
delete from eligible where seq = ? and list_contains(?::bigint[], tq_id)
