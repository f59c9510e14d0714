/** Lists the accounts that moves brought; other features use it in their statements. */
export const MOVE_PEOPLE = '(select move_id, user_id, made from move_people)'

/** Lists moves with the shop that each came from; other features use it in their statements. */
export const MOVES = '(select move_id, source from moves)'
