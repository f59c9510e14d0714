/** A mark that requests a new try has a due date for it: counted from the opening of the lesson, the second try is always late. */
export const up = `
alter table hand_ins add column again_due_at timestamptz;
alter table hand_ins add constraint hand_ins_again_due check (again_due_at is null or status = 'again');
`

export const down = `
alter table hand_ins drop column again_due_at;
`
