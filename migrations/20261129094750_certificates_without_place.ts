/** A certificate needs no place in the signed list of revocations, which is gone. Going back gives each one a place in a list of its own. */
export const up = `
alter table certificates alter column list_no drop not null, alter column place drop not null;
`

export const down = `
with placed as (
  select certificate_id, row_number() over (order by certificate_id) - 1 as at,
    (select coalesce(max(list_no), 0) + 1 from certificate_places) as first
  from certificates where list_no is null
), taken as (
  insert into certificate_places (list_no, place) select first + at / 131072, at % 131072 from placed returning 1
)
update certificates c set list_no = p.first + p.at / 131072, place = p.at % 131072
from placed p where p.certificate_id = c.certificate_id and (select count(*) from taken) >= 0;
alter table certificates alter column list_no set not null, alter column place set not null;
`
