/**
 * Messages by WhatsApp that follow an order, a live lesson or a due date are sequences of one step. `facts` fill the places of a template, and
 * nothing goes out after `until`. A person who writes STOP gets no message at all, whatever they agreed to before.
 */
export const up = `
alter table sequences drop constraint sequences_trigger;
alter table sequences add constraint sequences_trigger
  check (trigger in ('purchase', 'registered', 'order_unpaid', 'finished', 'not_begun', 'quiet', 'receipt', 'due', 'live'));
alter table letter_recipients add column facts jsonb;
alter table letter_recipients add column until timestamptz;
alter table whatsapp_people alter column dead_phone drop not null;
alter table whatsapp_people alter column code drop not null;
alter table whatsapp_people add column stopped_at timestamptz;
insert into letter_pace (receiver) values ('whatsapp_own') on conflict do nothing;
`

export const down = `
delete from letter_pace where receiver = 'whatsapp_own';
update letter_recipients set receiver = 'whatsapp' where receiver = 'whatsapp_own';
delete from whatsapp_people where dead_phone is null or code is null;
alter table whatsapp_people drop column stopped_at;
alter table whatsapp_people alter column code set not null;
alter table whatsapp_people alter column dead_phone set not null;
alter table letter_recipients drop column until;
alter table letter_recipients drop column facts;
delete from letters using sequences s where s.sequence_id = letters.sequence_id and s.trigger in ('receipt', 'due', 'live');
delete from sequences where trigger in ('receipt', 'due', 'live');
alter table sequences drop constraint sequences_trigger;
alter table sequences add constraint sequences_trigger
  check (trigger in ('purchase', 'registered', 'order_unpaid', 'finished', 'not_begun', 'quiet'));
`
