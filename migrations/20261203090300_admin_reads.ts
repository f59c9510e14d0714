/** What the overview sums lies in the index it reads by; what the activity is searched for, in one with trigrams where there are some. */
export const up = `
create index orders_paid_figures on orders (paid_at) include (status, total_paise, order_id) where paid_at is not null;
drop index orders_paid_at;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index activity_words on activity
      using gin ((coalesce(target_name, '') || ' ' || admin_email || ' ' || call) gin_trgm_ops);
  end if;
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;
`

export const down = `
drop index if exists activity_words;
create index orders_paid_at on orders (paid_at) where paid_at is not null;
drop index orders_paid_figures;
`
