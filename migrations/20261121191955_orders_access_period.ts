/** The period that the buyer saw, which a later change of the course does not touch. */
export const up = `
alter table order_lines
  add column access_period text,
  add constraint order_lines_access_period check (access_period ~ '^P[1-9][0-9]{0,2}[MD]$');
`

export const down = `
alter table order_lines drop column access_period;
`
