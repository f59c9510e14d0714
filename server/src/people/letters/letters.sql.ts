/** Lists who is on the list of a move's letter, and what became of each; other features use it in their statements. */
export const MOVE_LETTER_PEOPLE = `(select l.move_id, r.user_id, r.state, r.sent_at
  from letter_recipients r join letters l using (letter_id) where l.move_id is not null)`
