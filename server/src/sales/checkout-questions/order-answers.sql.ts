/** The answers of an order, one text; null without any. */
export const answersOf = (order: string) =>
  `(select string_agg(a.label || ': ' || a.answer, '; ' order by a.position) from order_answers a where a.order_id = ${order}.order_id)`
