/**
 * Serves two reads: refunds of the last days without a document, every ten minutes, and payments by day for a settled
 * month.
 */
export const up = `
create index refunds_processed_at on refunds (updated_at) where status = 'processed';
create index order_payments_newest on order_payments (created_at);
`

export const down = `
drop index order_payments_newest;
drop index refunds_processed_at;
`
