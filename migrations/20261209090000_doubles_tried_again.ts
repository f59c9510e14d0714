/**
 * What goes back by itself goes back once; a try that failed is not in the way of another, which the owner asks for.
 */
export const up = `
drop index refunds_one_double;
create unique index refunds_one_double on refunds (payment_id) where origin = 'double' and status <> 'failed';
`

export const down = `
drop index refunds_one_double;
create unique index refunds_one_double on refunds (payment_id) where origin = 'double';
`
