/**
 * A mark that requests another attempt has a due date for it: counted from the lesson's opening, that attempt would
 * always be late.
 */
export const up = `
alter table hand_ins add column again_due_at timestamptz;
alter table hand_ins add constraint hand_ins_again_due check (again_due_at is null or status = 'again');
`

export const down = `
alter table hand_ins drop column again_due_at;
`
