/** Every ten minutes refunds of the last days are looked for that lack their document, and a settled month asks for the payments of its days. */
export const up = `
create index refunds_processed_at on refunds (updated_at) where status = 'processed';
create index order_payments_newest on order_payments (created_at);
`

export const down = `
drop index order_payments_newest;
drop index refunds_processed_at;
`
