/** Page views by day in India: a number, and nothing about visitors. */
export const up = `
create table page_views (
  day date primary key,
  views bigint not null,
  constraint page_views_not_negative check (views >= 0)
);
`

export const down = `
drop table page_views;
`
