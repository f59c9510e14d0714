/** For how long each order sold its courses, for a statement of another feature that has to stay one. */
export const SOLD_PERIODS = '(select order_id, course_id, access_period from order_lines)'
