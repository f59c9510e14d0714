/**
 * Names the account of entries that a server of an earlier version still writes into the ledger of coins while it runs beside this one, and of
 * those that it wrote since the accounts began.
 */
export const up = `
create function name_coin_account() returns trigger
    language plpgsql
    as $$
begin
  if new.admin_id is null and new.reason like any (array['spent on order %', 'back from order %']) then
    select 'orders', o.order_id into new.account, new.order_id from orders o
      where o.user_id = new.user_id and o.order_no = split_part(new.reason, ' order ', 2);
  elsif new.admin_id is null and new.reason like 'referral reward%' then
    new.account := 'rewards';
  end if;
  new.account := coalesce(new.account, 'shop');
  return new;
end
$$;
create trigger coin_ledger_account before insert or update on coin_ledger for each row
  when (new.account is null) execute function name_coin_account();
update coin_ledger set account = null where account is null;
`

export const down = `
drop trigger coin_ledger_account on coin_ledger;
drop function name_coin_account();
`
