/** All gift codes, for a statement of another feature that has to stay one. */
export const GIFT_CODES = '(select code, order_id, course_id, seat from gift_codes)'
