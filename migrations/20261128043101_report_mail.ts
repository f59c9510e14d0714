/** Stores who gets the report of a week and a month. The days are those of the last week and month that are done. */
export const up = `
create table report_mail (
  only_one boolean primary key default true check (only_one),
  weekly boolean not null,
  monthly boolean not null,
  recipients text[] not null,
  language text not null,
  week_done text,
  month_done text
);
`

export const down = `
drop table report_mail;
`
