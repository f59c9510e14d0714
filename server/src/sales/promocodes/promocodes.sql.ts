/** Lists codes that a buyer may use until they end, at `:now`. */
export const OPEN_CODES = `(select course_id, course_ids, discount, amount_paise, max_discount_paise, minimum_paise
  from promocodes where not paused and expires_at >= :now)`
