/**
 * Steps of visits by day and by what led to them: numbers, and nothing about visitors. `source` is set on campaigns alone,
 * which belong to one. A day has a bounded number of rows, whatever links are made up.
 */
export const up = `
create table visit_steps (
  day date not null,
  touch text not null,
  by text not null,
  source text not null default '',
  key text not null,
  visits bigint not null default 0,
  course_views bigint not null default 0,
  carts bigint not null default 0,
  checkouts bigint not null default 0,
  primary key (day, touch, by, source, key),
  constraint visit_steps_touch_known check (touch in ('first', 'last', 'any')),
  constraint visit_steps_by_known check (by in ('source', 'campaign', 'landing', 'course'))
);
`

export const down = `
drop table visit_steps;
`
