/** Each purchase reads which courses have a rate or code of their own, and whether a bundle holds one that is not on sale yet: few of many. */
export const up = `
create index courses_own_rate on courses (course_id) where extras->'gst_rate' is not null;
create index courses_own_code on courses (course_id) where extras->'gst_code' is not null;
create index courses_coming_soon on courses (course_id) where coalesce(extras->'coming_soon' = 'true', false);
`

export const down = `
drop index courses_coming_soon;
drop index courses_own_code;
drop index courses_own_rate;
`
