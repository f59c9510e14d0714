const KEY = `case
  when phone_key ~ '^(0|91)*[0-9]{10}$' then right(phone_key, 10)
  when length(ltrim(phone_key, '0')) > 10 then ltrim(phone_key, '0')
  else phone_key end`

/**
 * One number is one phone: keys are written as `phoneKey` writes them now. Of accounts with one number the one that has its key already, else
 * the oldest, is found by the phone; the others stay as they are and are found by their email.
 */
export const up = `
update users u set phone_key = found.key
from (
  select id, key, row_number() over (partition by key order by (phone_key = key) desc, id) as place
  from (select id, phone_key, ${KEY} as key from users where phone_key is not null) keys
) found
where found.id = u.id and found.place = 1 and u.phone_key <> found.key;
`

/** The keys stay: those of before cannot be told. */
export const down = `
`
