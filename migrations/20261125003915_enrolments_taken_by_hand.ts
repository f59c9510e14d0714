/** An access that an admin took stays taken when a refund of its order fails and gives back what that refund took. */
export const up = `
alter table enrolments add column taken_by_hand boolean not null default false;
`

export const down = `
alter table enrolments drop column taken_by_hand;
`
