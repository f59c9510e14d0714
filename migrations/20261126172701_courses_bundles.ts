/** A bundle is a course whose lessons are other courses, in this order. A free course costs nothing. */
export const up = `
alter table courses
  add column kind text not null default 'course',
  add column free boolean not null default false,
  add column bundle_courses jsonb not null default '[]',
  add constraint courses_kind check (kind in ('course', 'bundle')),
  add constraint courses_bundle_courses check (bundle_courses = '[]' or kind = 'bundle'),
  drop constraint courses_price,
  add constraint courses_price check (price_paise > 0 or (price_paise = 0 and (free or state in ('draft', 'archived'))));
create index courses_in_bundle on courses using gin (bundle_courses) where kind = 'bundle';
`

export const down = `
alter table courses
  drop constraint courses_price,
  add constraint courses_price check (price_paise > 0 or (price_paise = 0 and state in ('draft', 'archived'))),
  drop column bundle_courses,
  drop column free,
  drop column kind;
`
