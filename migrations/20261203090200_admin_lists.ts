/**
 * Orders in which the admin's tables are read, and the search within texts. Trigrams make that quick where the database
 * has them (they come with PostgreSQL, and an owner of the database may turn them on); where it has not, the tables are
 * read through, which is slower and otherwise the same.
 */
export const up = `
create index users_by_coins on users (coins, id) where deleted_at is null;
create index orders_by_total on orders (total_paise, order_id);
create index orders_paid_at on orders (paid_at) where paid_at is not null;
create index courses_by_name on courses (lower(name), course_id) where deleted_at is null;
create index promocodes_newest on promocodes (created_at desc, id desc);

do $$
begin
  create extension if not exists pg_trgm;
  create index users_name_part on users using gin (name gin_trgm_ops) where deleted_at is null;
  create index users_email_part on users using gin (email gin_trgm_ops) where deleted_at is null;
  create index users_phone_part on users using gin (phone gin_trgm_ops) where deleted_at is null;
  create index courses_name_part on courses using gin (name gin_trgm_ops) where deleted_at is null;
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;
`

export const down = `
drop index if exists courses_name_part;
drop index if exists users_phone_part;
drop index if exists users_email_part;
drop index if exists users_name_part;
drop index promocodes_newest;
drop index courses_by_name;
drop index orders_paid_at;
drop index orders_by_total;
drop index users_by_coins;
`
