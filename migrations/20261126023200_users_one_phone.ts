const KEY = `case
  when phone_key ~ '^(0|91)*[0-9]{10}$' then right(phone_key, 10)
  when length(ltrim(phone_key, '0')) > 10 then ltrim(phone_key, '0')
  else phone_key end`

/**
 * One number is one phone: keys follow the current `phoneKey`. Among accounts with one number, the one that already has
 * the key, else the oldest, is found by phone; the others stay unchanged and are found by email.
 */
export const up = `
update users u set phone_key = found.key
from (
  select id, key, row_number() over (partition by key order by (phone_key = key) desc, id) as place
  from (select id, phone_key, ${KEY} as key from users where phone_key is not null) keys
) found
where found.id = u.id and found.place = 1 and u.phone_key <> found.key;
`

/** The keys stay: the former ones are unknown. */
export const down = `
`
