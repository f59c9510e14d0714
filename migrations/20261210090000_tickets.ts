/** What visitors ask by the contact form, and what the shop answered. */
export const up = `
create table tickets (
  id bigint generated always as identity primary key,
  ticket_no text not null constraint tickets_ticket_no_key unique
    constraint tickets_ticket_no_form check (ticket_no ~ '^T-[A-HJKMNP-Z2-9]{6}$'),
  status text not null default 'open' constraint tickets_status check (status in ('open', 'done')),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  constraint tickets_done check ((status = 'done') = (done_at is not null))
);
create index tickets_newest on tickets (status, created_at desc, id desc);
create index tickets_email on tickets (email);

create table ticket_answers (
  id bigint generated always as identity primary key,
  ticket_id bigint not null constraint ticket_answers_ticket references tickets (id) on delete cascade,
  admin_id bigint constraint ticket_answers_admin references admins (id) on delete set null,
  text text not null,
  created_at timestamptz not null
);
create index ticket_answers_of_ticket on ticket_answers (ticket_id, id);
create index ticket_answers_of_admin on ticket_answers (admin_id);
`

export const down = `
drop table ticket_answers;
drop table tickets;
`
