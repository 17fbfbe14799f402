-- title: the reported reason of a pair: the lowest bit of its mask (report order)
-- source: design/reject-mask.md 3; 63 where no bit is set
create or replace macro reported_bit(reject_mask) as
    bit_count(xor(reject_mask, reject_mask - 1)) - 1;
