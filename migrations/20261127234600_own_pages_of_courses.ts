/**
 * Adds the sales page of a course to the pages of blocks. Each course that exists keeps its order of sections, and the heading that named
 * reels above its platforms.
 */
export const up = `
alter table own_pages add column course_id text references courses (course_id) on delete cascade;
create unique index own_pages_course on own_pages (course_id) where course_id is not null;

insert into own_pages (slug, course_id, version, published_version, published_at, created_at, changed_at)
select 'course/' || course_id, course_id, 1, 1, now(), now(), now() from courses;

with sections as (
  select type, place, '{"en": "", "hi": "", "mr": ""}'::jsonb as none from unnest(array['offer', 'points', 'lessons', 'clips', 'results',
    'next_price', 'samples', 'audience', 'platforms', 'first_steps', 'bonuses', 'course_reviews', 'course_faq']) with ordinality s (type, place)
)
insert into own_page_versions (page_id, version, title, description, body, published, saved_at)
select p.page_id, 1, c.name, '', jsonb_build_object(
  'order', (select jsonb_agg(replace(s.type, '_', '-') order by s.place) from sections s),
  'sections', (select jsonb_object_agg(replace(s.type, '_', '-'), jsonb_build_object('type', s.type, 'hidden', false, 'settings',
    jsonb_build_object('second', s.none, 'heading', case
      when s.type = 'platforms' and jsonb_array_length(c."DEMO_REELS_VIDEOS") > 0 and jsonb_array_length(c.where_can_i_upload) > 0
      then jsonb_build_object('en', 'Where can you upload these reels?', 'hi', 'आप ये रील कहाँ अपलोड कर सकते हैं?',
        'mr', 'तुम्ही या रील कुठे अपलोड करू शकता?')
      else s.none end))) from sections s)
), true, now()
from own_pages p join courses c on c.course_id = p.course_id
`

export const down = `
delete from own_pages where course_id is not null;
alter table own_pages drop column course_id;
`
