/** Stores the GST rate and the accounting code of a course that has its own, as they were when it was bought. */
export const up = `
alter table order_lines add column gst_basis_points integer check (gst_basis_points between 0 and 5000);
alter table order_lines add column sac text;
`

export const down = `
alter table order_lines drop column sac;
alter table order_lines drop column gst_basis_points;
`
