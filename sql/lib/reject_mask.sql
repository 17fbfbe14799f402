-- title: the reported reason of a pair is the lowest bit of its mask (report order)
-- note: bit 63 where none is set
create or replace macro reported_bit(reject_mask) as
    bit_count(xor(reject_mask, reject_mask - 1)) - 1;

create or replace macro lowest_bit(reject_mask) as reject_mask & - reject_mask;

create or replace macro has_bit(reject_mask, bit) as
    (reject_mask >> bit) & 1 = 1;
