/**
 * The activity log of admins, each entry with the admin at that time, chained by hashes.
 * Each entry contains the hash of the previous one. A deferred trigger chains entries at the end of their transaction,
 * when it waits for nothing else, so that its lock joins no deadlock. Personal data enters the chain only as a salted
 * digest: without its salt an erased entry still keeps its place.
 */
export const up = `
create table activity (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  admin_id bigint not null references admins (id),
  admin_email text not null,
  admin_role text not null,
  call text not null,
  kind text not null,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb,
  chain_no bigint,
  salt text default (gen_random_uuid())::text,
  details_hash text,
  previous_hash text,
  hash text
);
create index activity_admin on activity (admin_id, created_at desc, id desc);
create unique index activity_chain_no on activity (chain_no);
create index activity_kind on activity (kind, created_at desc, id desc);
create index activity_newest on activity (created_at desc, id desc);
create index activity_target on activity (target_id, created_at desc, id desc);

create table activity_chain (
  only_one boolean primary key default true,
  last_no bigint not null,
  last_hash text not null,
  constraint activity_chain_only_one check (only_one)
);

insert into activity_chain (only_one, last_no, last_hash) values (true, 0, '');

create function activity_details_hash(entry activity) returns text
  language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.salt, entry.admin_email, entry.target_name, entry.before, entry.after
  )::text, 'UTF8')), 'hex')
$$;

create function activity_hash(entry activity) returns text
  language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.chain_no, entry.previous_hash, extract(epoch from entry.created_at), entry.admin_id, entry.admin_role, entry.call,
    entry.kind, entry.target_id, entry.details_hash
  )::text, 'UTF8')), 'hex')
$$;

create function chain_activity() returns trigger
  language plpgsql as $$
begin
  perform chain_activity_entry(new.id);
  return null;
end
$$;

create function chain_activity_entry(entry_id bigint) returns void
  language plpgsql as $$
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
begin
  create extension if not exists pg_trgm;
  create index activity_words on activity using gin ((((((coalesce(target_name, '') || ' ') || admin_email) || ' ') || call)) gin_trgm_ops);
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;

create constraint trigger activity_chained after insert on activity deferrable initially deferred for each row execute function chain_activity();
`

export const down = `
drop table activity_chain;
drop table activity cascade;
drop function chain_activity_entry;
drop function chain_activity;
`
