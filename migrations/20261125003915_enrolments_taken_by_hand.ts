/** Access removed by an admin stays removed when a refund of its order fails and restores the access it revoked. */
export const up = `
alter table enrolments add column taken_by_hand boolean not null default false;
`

export const down = `
alter table enrolments drop column taken_by_hand;
`
