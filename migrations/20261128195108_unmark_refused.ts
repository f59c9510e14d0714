/** Receivers that refused the sender or the text had marked the address, too: it was not to blame, and gets email again. */
export const up = `
update users u set email_refused_at = null, email_refusal = null
where u.email_refused_at is not null and exists (
  select from letter_recipients r
  where r.user_id = u.id and r.blocked_at is not null and r.bounced_at is null and r.error = u.email_refusal);
`

export const down = `
select 1;
`
