/** The period shown to the buyer, unaffected by later changes of the course. */
export const up = `
alter table order_lines
  add column access_period text,
  add constraint order_lines_access_period check (access_period ~ '^P[1-9][0-9]{0,2}[MD]$');
`

export const down = `
alter table order_lines drop column access_period;
`
