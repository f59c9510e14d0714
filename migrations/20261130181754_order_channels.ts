/**
 * How each order was made, the links that brought a member, and for how many payments of a membership a partner earns. Terms from before say
 * nothing of later payments: the first counts.
 */
export const up = `
alter table orders add column channel text not null default 'store';
update orders set channel = 'membership' where order_id in (select order_id from member_debits);
update orders set channel = 'upgrade' where order_id in (select order_id from order_options where upgrades is not null);
update orders set channel = 'pay_link' where order_id in (select order_id from pay_links);
update orders set channel = 'recorded' where order_id in (select order_id from outside_payments);

alter table members add column source jsonb;

alter table partner_terms add column membership_payments integer not null default 1;
`

export const down = `
alter table partner_terms drop column membership_payments;
alter table members drop column source;
alter table orders drop column channel;
`
