// A number written `0091…` is now compared by its last 10 digits, as `91…` was.
export const up = `
update users u set phone_key = right(u.phone_key, 10)
where u.phone_key ~ '^0091[0-9]{10}$'
  and not exists (select from users o where o.phone_key = right(u.phone_key, 10));
`

// Both spellings mean the same person: there is nothing to take back.
export const down = `select 1;`
