-- title: all other statistics: they stay as they are
from main.job_stats
except all
from moved_stats
order by all
