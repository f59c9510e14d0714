/** Messages from the contact form, and the shop's answers. */
export const up = `
create table tickets (
  id bigint generated always as identity primary key,
  ticket_no text not null unique,
  status text not null default 'open',
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  constraint tickets_done check ((status = 'done') = (done_at is not null)),
  constraint tickets_status check (status in ('open', 'done')),
  constraint tickets_ticket_no_form check (ticket_no ~ '^T-[A-HJKMNP-Z2-9]{6}$')
);
create index tickets_email on tickets (email);
create index tickets_newest on tickets (status, created_at desc, id desc);

create table ticket_answers (
  id bigint generated always as identity primary key,
  ticket_id bigint not null,
  admin_id bigint,
  text text not null,
  created_at timestamptz not null,
  constraint ticket_answers_admin foreign key (admin_id) references admins(id) on delete set null,
  constraint ticket_answers_ticket foreign key (ticket_id) references tickets(id) on delete cascade
);
create index ticket_answers_of_admin on ticket_answers (admin_id);
create index ticket_answers_of_ticket on ticket_answers (ticket_id, id);
`

export const down = `
drop table ticket_answers;
drop table tickets;
`
