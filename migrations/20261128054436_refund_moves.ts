/**
 * When a refund left, and when it returned because it failed late or its dispute was won: `refunds` has only its last state, so the books
 * of a month would change with it. Rows of before get the moments of their notes.
 */
export const up = `
create table refund_moves (
  move_id bigint generated always as identity primary key,
  refund_id text not null references refunds on delete cascade,
  returned boolean not null,
  at timestamptz not null
);
create index refund_moves_at on refund_moves (at);
create index refund_moves_refund on refund_moves (refund_id);

create function note_refund_move() returns trigger
    language plpgsql
    as $$
begin
  if new.status = 'processed' and (tg_op = 'INSERT' or old.status <> 'processed') then
    insert into refund_moves (refund_id, returned, at) values (new.refund_id, false, new.updated_at);
  elsif tg_op = 'UPDATE' and old.status = 'processed' and new.status <> 'processed' then
    insert into refund_moves (refund_id, returned, at) values (new.refund_id, true, new.updated_at);
  end if;
  return new;
end
$$;
create trigger refunds_move after insert or update of status on refunds for each row execute function note_refund_move();

insert into refund_moves (refund_id, returned, at)
  select refund_id, returned, at from (
    select refund_id, false as returned, updated_at as at from refunds where status = 'processed'
    union all
    select r.refund_id, false, n.issued_at from refunds r join documents n on n.refund_id = r.refund_id where r.status = 'failed'
    union all
    select r.refund_id, true, d.issued_at from refunds r join documents n on n.refund_id = r.refund_id
    join documents d on d.reverses = n.document_id where r.status = 'failed'
  ) moves order by at;
`

export const down = `
drop trigger refunds_move on refunds;
drop function note_refund_move();
drop table refund_moves;
`
