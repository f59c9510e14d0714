/**
 * A course is a draft, published, unlisted (sold only by its address) or archived (no longer sold); `course-states.ts`
 * defines each.
 */
export const up = `
alter table courses
  add column state text not null default 'published',
  add constraint courses_state check (state in ('draft', 'published', 'unlisted', 'archived'));
update courses set state = 'draft' where not published;
drop index courses_drafts;
alter table courses drop column published;
create index courses_states on courses (state, "position", created_at desc, course_id) where (deleted_at is null) and (state <> 'published');
`

export const down = `
drop index courses_states;
alter table courses add column published boolean not null default true;
update courses set published = (state = 'published');
alter table courses drop column state;
create index courses_drafts on courses ("position", created_at desc, course_id) where (deleted_at is null) and (not published);
`
