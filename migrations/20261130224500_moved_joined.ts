/**
 * Accounts that a move made have `joined_at` without a date in its file, too: the day of the move. So a new student is an account without one,
 * and the days of moves are counted anew.
 */
export const up = `
update users u set joined_at = u.created_at from move_people p where p.user_id = u.id and p.made and u.joined_at is null;
insert into stale_days (day) select distinct indian_day(created_at) from users where joined_at is not null;
`

export const down = `
update users set joined_at = null where joined_at = created_at;
insert into stale_days (day) select distinct indian_day(created_at) from users where joined_at is not null;
`
