/**
 * An order may hold two payments that go back by themselves: its own, for a course that was owned already, and a second one
 * that was captured for the same link. It is one refund per payment, not per order.
 */
export const up = `
drop index refunds_one_double;
create unique index refunds_one_double on refunds (payment_id) where origin = 'double';
`

export const down = `
drop index refunds_one_double;
create unique index refunds_one_double on refunds (order_id) where origin = 'double';
`
