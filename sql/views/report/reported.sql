-- title: the reported criterion of every rejected pair
-- grain: unit_no, partner_no
select
    numbered_unit.*,
    numbered_partner.* exclude (partner_no),
    x_reported.bit,
    x_reported.detail,
    x_unit.pair_base + x_reported.partner_no as pair_no
from x_reported
inner join x_unit using (unit_no)
inner join numbered_unit using (unit_no)
inner join numbered_partner using (partner_no)
