/**
 * What tells that a partner buys with a second account: a keyed hash of device and address, stored with a student's session and with the
 * visits of the partner's own page. `partner_clients` kept addresses, and is empty until the next release drops it.
 */
export const up = `
alter table sessions add column client text;

create table partner_browsers (
  partner_id text not null references partners (partner_id),
  client text not null,
  seen_at timestamptz not null,
  primary key (partner_id, client)
);
delete from partner_clients;
`

export const down = `
drop table partner_browsers;
alter table sessions drop column client;
`
