/**
 * The results of a letter of the list are stored with it, and every change of a row that they count notes the letter in the same
 * transaction: who reads a noted one counts it again. Steps of sequences and letters of moves are counted by every reader.
 */
export const up = `
alter table letters add column results jsonb;

create table stale_letters (
  id bigint generated always as identity primary key,
  letter_id text not null
);
create index stale_letters_letter on stale_letters (letter_id);

create function note_letters(ids text[]) returns void
    language sql
    as $$
  insert into stale_letters (letter_id)
    select letter_id from letters where letter_id = any(ids) and sequence_id is null and move_id is null
$$;

create function note_letters_added() returns trigger
    language plpgsql
    as $$
begin
  perform note_letters(array(select distinct letter_id from added));
  return null;
end
$$;
create trigger letter_recipients_added after insert on letter_recipients referencing new table as added
  for each statement execute function note_letters_added();

create function note_recipient() returns trigger
    language plpgsql
    as $$
begin
  perform note_letters(array[old.letter_id, new.letter_id]);
  return null;
end
$$;
create trigger letter_recipients_gone after delete on letter_recipients for each row execute function note_recipient();
create trigger letter_recipients_change
  after update of state, reason, user_id, letter_id, sent_at, bounced_at, blocked_at, complained_at, unsubscribed_at on letter_recipients
  for each row when (
    (replace(old.state, 'leased', 'waiting'), old.reason, old.user_id, old.letter_id, old.sent_at, old.bounced_at, old.blocked_at,
      old.complained_at, old.unsubscribed_at)
    is distinct from (replace(new.state, 'leased', 'waiting'), new.reason, new.user_id, new.letter_id, new.sent_at, new.bounced_at,
      new.blocked_at, new.complained_at, new.unsubscribed_at))
  execute function note_recipient();

create function note_click() returns trigger
    language plpgsql
    as $$
begin
  perform note_letters(array(select letter_id from letter_recipients where recipient_id in (old.recipient_id, new.recipient_id)));
  return null;
end
$$;
create trigger letter_clicks_change after insert or update or delete on letter_clicks for each row execute function note_click();

create function note_readers(buyer bigint, paid timestamptz) returns void
    language sql
    as $$
  select note_letters(array(
    select distinct letter_id from letter_recipients
    where user_id = buyer and paid is not null
      and (sent_at > paid - interval '8 days' and sent_at <= paid or sent_at is null and state <> 'skipped')))
$$;

create function note_buyer() returns trigger
    language plpgsql
    as $$
begin
  perform note_readers(old.user_id, old.paid_at);
  if (old.user_id, old.paid_at) is distinct from (new.user_id, new.paid_at) then
    perform note_readers(new.user_id, new.paid_at);
  end if;
  return null;
end
$$;
create trigger orders_letters_change after update of user_id, status, paid_at, captured_paise, total_paise, payment_id on orders
  for each row when (
    (old.paid_at is not null or new.paid_at is not null)
    and (old.user_id, old.status, old.paid_at, old.captured_paise, old.total_paise, old.payment_id)
      is distinct from (new.user_id, new.status, new.paid_at, new.captured_paise, new.total_paise, new.payment_id))
  execute function note_buyer();
create trigger orders_letters_new after insert on orders for each row when (new.paid_at is not null) execute function note_buyer();
create trigger orders_letters_gone after delete on orders for each row when (old.paid_at is not null) execute function note_buyer();

create function note_money_back() returns trigger
    language plpgsql
    as $$
begin
  perform note_readers(user_id, paid_at) from orders where order_id in (old.order_id, new.order_id);
  return null;
end
$$;
create trigger refunds_letters after insert or delete or update of status, amount_paise, order_id, payment_id on refunds
  for each row execute function note_money_back();
`

export const down = `
drop trigger refunds_letters on refunds;
drop trigger orders_letters_gone on orders;
drop trigger orders_letters_new on orders;
drop trigger orders_letters_change on orders;
drop trigger letter_clicks_change on letter_clicks;
drop trigger letter_recipients_change on letter_recipients;
drop trigger letter_recipients_gone on letter_recipients;
drop trigger letter_recipients_added on letter_recipients;
drop function note_money_back();
drop function note_buyer();
drop function note_readers(bigint, timestamptz);
drop function note_click();
drop function note_recipient();
drop function note_letters_added();
drop function note_letters(text[]);
drop table stale_letters;
alter table letters drop column results;
`
