/** Lists the logins of students, without views of admins; other features use it in their statements. */
export const LOGINS = `(select user_id, created_at from sessions where audience = 'user' and viewed_by is null)`
