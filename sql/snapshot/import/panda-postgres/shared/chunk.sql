-- with: waiting_file
select jeditaskid, datasetid, ramcount, chunk_no
from waiting_file
group by jeditaskid, datasetid, ramcount, chunk_no
