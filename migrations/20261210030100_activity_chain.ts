/**
 * Entries of the activity hold the hash of the one before. A deferred trigger chains them at the end of their transaction, when
 * it waits for nothing else, so that the lock which keeps the order takes part in no deadlock. What may name a person goes into
 * the chain by a salted digest alone: without its salt an erased entry still holds its place.
 */
export const up = `
alter table activity
  add column chain_no bigint,
  add column salt text default gen_random_uuid()::text,
  add column details_hash text,
  add column previous_hash text,
  add column hash text;
create unique index activity_chain_no on activity (chain_no);

create table activity_chain (
  only_one boolean primary key default true constraint activity_chain_only_one check (only_one),
  last_no bigint not null,
  last_hash text not null
);
insert into activity_chain (last_no, last_hash) values (0, '');

create function activity_details_hash(entry activity) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.salt, entry.admin_email, entry.target_name, entry.before, entry.after
  )::text, 'UTF8')), 'hex')
$$;

create function activity_hash(entry activity) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.chain_no, entry.previous_hash, extract(epoch from entry.created_at), entry.admin_id, entry.admin_role, entry.call,
    entry.kind, entry.target_id, entry.details_hash
  )::text, 'UTF8')), 'hex')
$$;

create function chain_activity_entry(entry_id bigint) returns void language plpgsql as $$
declare
  head activity_chain;
  entry activity;
begin
  select * into head from activity_chain for update;
  select * into entry from activity where id = entry_id;
  if entry.id is null or entry.hash is not null then
    return;
  end if;
  entry.chain_no := head.last_no + 1;
  entry.previous_hash := head.last_hash;
  entry.details_hash := activity_details_hash(entry);
  entry.hash := activity_hash(entry);
  update activity
    set chain_no = entry.chain_no, previous_hash = entry.previous_hash, details_hash = entry.details_hash, hash = entry.hash
    where id = entry_id;
  update activity_chain set last_no = entry.chain_no, last_hash = entry.hash;
end
$$;

do $$
declare
  entry_id bigint;
begin
  for entry_id in select id from activity order by id loop
    perform chain_activity_entry(entry_id);
  end loop;
end
$$;

create function chain_activity() returns trigger language plpgsql as $$
begin
  perform chain_activity_entry(new.id);
  return null;
end
$$;
create constraint trigger activity_chained after insert on activity
  deferrable initially deferred for each row execute function chain_activity();
`

export const down = `
drop trigger activity_chained on activity;
drop function chain_activity();
drop function chain_activity_entry(bigint);
drop function activity_hash(activity);
drop function activity_details_hash(activity);
drop table activity_chain;
alter table activity
  drop column hash,
  drop column previous_hash,
  drop column details_hash,
  drop column salt,
  drop column chain_no;
`
