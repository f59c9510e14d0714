/** Stores the GST rate and the accounting code of a course that has its own, as they were when it was bought. */
export const up = `
alter table order_lines add column gst_basis_points integer check (gst_basis_points between 0 and 5000);
alter table order_lines add column sac text;
-- Each price reads the few courses that have one.
create index courses_gst_rate on courses (course_id) where extras->'gst_rate' is not null;
create index courses_gst_code on courses (course_id) where extras->'gst_code' is not null;
`

export const down = `
drop index courses_gst_code;
drop index courses_gst_rate;
alter table order_lines drop column sac;
alter table order_lines drop column gst_basis_points;
`
