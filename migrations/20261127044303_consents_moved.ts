/**
 * Stores where a consent comes from that a move brought: the column or the words of the owner, the day, the text that people agreed to, and
 * the move. A consent that somebody gave here has none of them.
 */
export const up = `
alter table consents
  add column source text,
  add column agreed_on date,
  add column agreed_text text,
  add column move_id text references moves (move_id) on delete set null;
create index consents_move on consents (move_id) where move_id is not null;
`

export const down = `
alter table consents drop column source, drop column agreed_on, drop column agreed_text, drop column move_id;
`
