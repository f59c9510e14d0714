/**
 * What becomes of the redeemed gift seats of an order with a refund of all the rest: they are kept and paid for, or their
 * access is taken and their money goes back, too. Null for a part, and where nothing was redeemed.
 */
export const up = `
alter table refunds add column redeemed text constraint refunds_redeemed check (redeemed in ('keep', 'take'));
`

export const down = `
alter table refunds drop column redeemed;
`
