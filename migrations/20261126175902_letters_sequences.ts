/**
 * A sequence; each of its steps is a letter with its `sequence_id`, so that the outbox, the links and the results are those of letters. A step
 * counts for moments from `step_since` on, a sequence for events from `active_since` on. The reminder of an unpaid order is there, switched off.
 */
export const up = `
create table sequences (
  sequence_id text primary key,
  name text not null,
  trigger text not null,
  course_id text,
  active boolean not null default false,
  active_since timestamptz,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  constraint sequences_trigger check (trigger in ('purchase', 'registered', 'order_unpaid', 'finished')),
  constraint sequences_active check (active = (active_since is not null))
);
alter table letters add column after_minutes integer, add column step_since timestamptz,
  add constraint letters_sequence foreign key (sequence_id) references sequences (sequence_id);

insert into sequences (sequence_id, name, trigger, made_at, changed_at) values ('seq_order_unpaid', 'Unpaid order', 'order_unpaid', now(), now());
insert into letters (letter_id, sequence_id, step, name, subject, blocks, segment, channel, status, after_minutes, step_since, made_at, changed_at) values
  ('let_order_unpaid_1', 'seq_order_unpaid', 0, 'Unpaid order', 'Your order is not paid yet',
    '[{"text": "Hello {name},\\n\\nyour order is not paid yet, and nothing was charged for it. Your courses are still in your cart.\\n\\nDid something go wrong while you paid? Reply to this email, and we help you."}]',
    '{"all": []}', 'email', 'draft', 60, now(), now(), now()),
  ('let_order_unpaid_2', 'seq_order_unpaid', 1, 'Unpaid order', 'Your courses are still in your cart',
    '[{"text": "Hello {name},\\n\\nyesterday you chose courses and did not pay for them. They are still in your cart.\\n\\nThis is our last email about this order."}]',
    '{"all": []}', 'email', 'draft', 1440, now(), now(), now());
`

export const down = `
alter table letters drop constraint letters_sequence;
delete from letters where sequence_id is not null;
alter table letters drop column after_minutes, drop column step_since;
drop table sequences;
`
