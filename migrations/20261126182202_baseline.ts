/**
 * The schema of version 0.7.0, which stands for the steps that its shops ran one by one (`server/src/platform/db/folded-steps.ts`). A database has the record of all of them,
 * and then of this step, or of none. Earlier ones start 0.7.1 first (`migrations.ts`). Written by pg_dump from those steps.
 */
export const up = `
set local check_function_bodies = false;
create table activity (
    id bigint not null,
    created_at timestamp with time zone default now() not null,
    admin_id bigint not null,
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
create function activity_details_hash(entry activity) returns text
    language sql stable
    as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.salt, entry.admin_email, entry.target_name, entry.before, entry.after
  )::text, 'UTF8')), 'hex')
$$;
create function activity_hash(entry activity) returns text
    language sql stable
    as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.chain_no, entry.previous_hash, extract(epoch from entry.created_at), entry.admin_id, entry.admin_role, entry.call,
    entry.kind, entry.target_id, entry.details_hash
  )::text, 'UTF8')), 'hex')
$$;
create function chain_activity() returns trigger
    language plpgsql
    as $$
begin
  perform chain_activity_entry(new.id);
  return null;
end
$$;
create function chain_activity_entry(entry_id bigint) returns void
    language plpgsql
    as $$
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
create function indian_day(instant timestamp with time zone) returns date
    language sql immutable strict parallel safe
    as $$
  select (instant at time zone 'Asia/Kolkata')::date
$$;
create function keep_issued_document() returns trigger
    language plpgsql
    as $$
begin
  raise exception 'an issued document never changes: %.%', tg_table_name, old.document_id;
end $$;
create function mailbox(address text) returns text
    language sql immutable strict parallel safe
    as $$
  select case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || host end
  from (select split_part(split_part(lower(address), '@', 1), '+', 1) as name, split_part(lower(address), '@', 2) as host) as parts
$$;
create function media_ids(addresses text) returns text[]
    language sql immutable strict parallel safe
    as $$
  select coalesce(array_agg(distinct found[1]), '{}')
  from regexp_matches(addresses, '/media/([A-Za-z0-9_-]{16,64})/', 'g') found
$$;
create function note_order_day() returns trigger
    language plpgsql
    as $$
begin
  insert into stale_days (day)
    select distinct indian_day(paid_at) from (values (old.paid_at), (new.paid_at)) as times (paid_at) where paid_at is not null;
  return null;
end
$$;
create function note_refund_day() returns trigger
    language plpgsql
    as $$
begin
  insert into stale_days (day)
    select distinct indian_day(paid_at) from orders
    where order_id in (old.order_id, new.order_id) and paid_at is not null;
  return null;
end
$$;
create function note_user_day() returns trigger
    language plpgsql
    as $$
begin
  insert into stale_days (day)
    select distinct indian_day(created_at) from (values (old.created_at), (new.created_at)) as times (created_at)
    where created_at is not null;
  return null;
end
$$;
create function order_number(placed_at timestamp with time zone, number bigint) returns text
    language sql stable
    set search_path to '$user', 'public'
    as $$
  select replace(invoice_prefix, '/', '-') || '-' || to_char(placed_at at time zone 'Asia/Kolkata', 'YYYY') || '-'
    || lpad(number::text, greatest(5, length(number::text)), '0')
  from shop_settings
$$;
create table activity_chain (
    only_one boolean default true not null,
    last_no bigint not null,
    last_hash text not null,
    constraint activity_chain_only_one check (only_one)
);
alter table activity alter column id add generated always as identity (
    sequence name activity_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table ad_agents (
    user_id bigint not null,
    agent text not null,
    address text not null,
    agreed_at timestamp with time zone not null
);
create table ad_config (
    channel text not null,
    account text not null,
    secret_sealed text not null,
    test_code text,
    active boolean not null,
    updated_at timestamp with time zone not null,
    constraint ad_config_channel_known check ((channel = any (array['meta'::text, 'ga4'::text])))
);
create table ad_events (
    id bigint not null,
    order_id text not null,
    channel text not null,
    kind text not null,
    refund_id text default ''::text not null,
    state text default 'waiting'::text not null,
    reason text,
    created_at timestamp with time zone not null,
    ended_at timestamp with time zone,
    constraint ad_events_channel_known check ((channel = any (array['meta'::text, 'ga4'::text]))),
    constraint ad_events_kind_known check ((kind = any (array['purchase'::text, 'refund'::text]))),
    constraint ad_events_state_known check ((state = any (array['waiting'::text, 'sent'::text, 'dropped'::text])))
);
alter table ad_events alter column id add generated always as identity (
    sequence name ad_events_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table admin_apps (
    admin_id bigint not null,
    sealed_secret text not null,
    created_at timestamp with time zone not null,
    confirmed_at timestamp with time zone,
    last_step bigint default 0 not null
);
create table admin_challenges (
    challenge_id text not null,
    admin_id bigint not null,
    purpose text not null,
    password_hash text not null,
    webauthn text,
    tries integer default 0 not null,
    expires_at timestamp with time zone not null,
    constraint admin_challenges_purpose check ((purpose = any (array['login'::text, 'confirm'::text, 'passkey'::text])))
);
create table admin_passkeys (
    passkey_id text not null,
    admin_id bigint not null,
    credential_id text not null,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    created_at timestamp with time zone not null,
    last_used_at timestamp with time zone
);
create table admin_password_links (
    admin_id bigint not null,
    token_hash bytea not null,
    expires_at timestamp with time zone not null
);
create table admin_recovery_codes (
    admin_id bigint not null,
    code_hash text not null,
    used_at timestamp with time zone
);
create table admins (
    id bigint not null,
    admin_id text not null,
    email text not null,
    password_hash text not null,
    role text default 'owner'::text not null,
    created_at timestamp with time zone default now() not null,
    ended_at timestamp with time zone,
    name text,
    must_change_password boolean default false not null,
    one_time_until timestamp with time zone,
    second_factor_from timestamp with time zone default now() not null,
    constraint admins_role check ((role = any (array['owner'::text, 'editor'::text, 'support'::text, 'finance'::text])))
);
alter table admins alter column id add generated always as identity (
    sequence name admins_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table assignments (
    lesson_id text not null,
    course_id text not null,
    version integer default 1 not null,
    instructions text not null,
    criteria jsonb not null,
    takes_text boolean not null,
    file_kinds text[] not null,
    due_days integer,
    gate boolean not null,
    updated_at timestamp with time zone not null,
    constraint assignments_due_days check (((due_days >= 1) and (due_days <= 3650))),
    constraint assignments_instructions check (((length(instructions) >= 1) and (length(instructions) <= 5000))),
    constraint assignments_takes_something check ((takes_text or (cardinality(file_kinds) > 0)))
);
create table backup_plan (
    one boolean default true not null,
    folder text,
    keep integer not null,
    since timestamp with time zone not null,
    last_night text,
    constraint backup_plan_keep check (((keep >= 1) and (keep <= 365))),
    constraint backup_plan_one check (one)
);
create table backups (
    id integer not null,
    started_at timestamp with time zone not null,
    finished_at timestamp with time zone not null,
    ok boolean not null,
    size_bytes bigint,
    message text not null,
    place text not null,
    constraint backups_times check ((finished_at >= started_at))
);
alter table backups alter column id add generated always as identity (
    sequence name backups_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table catalogue_version (
    single_row boolean default true not null,
    version bigint default 1 not null,
    constraint catalogue_version_one_row check (single_row)
);
create table certificate_courses (
    course_id text not null,
    since timestamp with time zone not null
);
create table certificate_keys (
    key_id text not null,
    public_jwk jsonb not null,
    private_sealed text not null,
    made_at timestamp with time zone not null
);
create table certificate_places (
    list_no integer not null,
    place integer not null,
    constraint certificate_places_list_no check ((list_no >= 1)),
    constraint certificate_places_place check (((place >= 0) and (place <= 131071)))
);
create table certificates (
    certificate_id bigint not null,
    code text not null,
    user_id bigint not null,
    course_id text not null,
    name text not null,
    course_name text not null,
    shop_name text not null,
    issued_at timestamp with time zone not null,
    list_no integer not null,
    place integer not null,
    revoked_at timestamp with time zone,
    revoked_reason text,
    language text default 'en'::text not null,
    constraint certificates_language check ((language = any (array['en'::text, 'hi'::text, 'mr'::text]))),
    constraint certificates_revoked check (((revoked_at is null) = (revoked_reason is null)))
);
alter table certificates alter column certificate_id add generated always as identity (
    sequence name certificates_certificate_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table coin_ledger (
    id bigint not null,
    user_id bigint not null,
    change bigint not null,
    balance_after bigint not null,
    reason text not null,
    admin_id bigint,
    created_at timestamp with time zone default now() not null,
    constraint coin_ledger_balance_not_negative check ((balance_after >= 0)),
    constraint coin_ledger_change_not_zero check ((change <> 0))
);
alter table coin_ledger alter column id add generated always as identity (
    sequence name coin_ledger_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table consents (
    id bigint not null,
    user_id bigint not null,
    purpose text not null,
    agreed boolean not null,
    changed_at timestamp with time zone not null,
    constraint consents_purpose_check check ((purpose = any (array['news_email'::text, 'news_message'::text, 'ads'::text])))
);
alter table consents alter column id add generated always as identity (
    sequence name consents_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table contact_changes (
    user_id bigint not null,
    kind text not null,
    value text not null,
    token_hash text,
    session_id text,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    constraint contact_changes_kind check ((kind = any (array['email'::text, 'phone'::text])))
);
create table course_versions (
    course_id text not null,
    version integer not null,
    body jsonb not null,
    changed text[] not null,
    saved_by text,
    saved_at timestamp with time zone not null
);
create table courses (
    course_id text not null,
    "position" integer default 0 not null,
    name text not null,
    description text not null,
    long_description text not null,
    header_text text not null,
    header_below text not null,
    price_paise bigint not null,
    offer_text text,
    banner text not null,
    "DEMO_REELS_VIDEOS" jsonb default '[]'::jsonb not null,
    benefits_samples jsonb default '[]'::jsonb not null,
    additional_infobanners jsonb default '[]'::jsonb not null,
    product_content_samples jsonb default '[]'::jsonb not null,
    bonuses jsonb default '[]'::jsonb not null,
    exclusive_bonuses jsonb default '[]'::jsonb not null,
    "CUSTOMER_REVIEWS" jsonb default '[]'::jsonb not null,
    who_is_this_for jsonb default '[]'::jsonb not null,
    where_can_i_upload jsonb default '[]'::jsonb not null,
    how_to_make_money jsonb default '[]'::jsonb not null,
    how_to_get_started jsonb default '[]'::jsonb not null,
    lifetime_access text,
    bonuses_worth text,
    faq jsonb default '[]'::jsonb not null,
    buy_now_text text,
    legal_disclaimer text,
    version bigint default 1 not null,
    created_at timestamp with time zone default now() not null,
    updated_at timestamp with time zone default now() not null,
    deleted_at timestamp with time zone,
    language text,
    requirements text,
    teacher_name text,
    teacher_about text,
    topics jsonb default '[]'::jsonb not null,
    lessons_updated_at timestamp with time zone,
    demo boolean default false not null,
    state text default 'published'::text not null,
    access_period text,
    left_bin_at timestamp with time zone,
    publish_at timestamp with time zone,
    withdraw_at timestamp with time zone,
    withdraw_to text,
    sale_price_paise bigint,
    sale_from timestamp with time zone,
    sale_until timestamp with time zone,
    sale_shown boolean default false not null,
    kind text default 'course'::text not null,
    free boolean default false not null,
    bundle_courses jsonb default '[]'::jsonb not null,
    constraint courses_access_period check ((access_period ~ '^P[1-9][0-9]{0,2}[MD]$'::text)),
    constraint courses_bundle_courses check (((bundle_courses = '[]'::jsonb) or (kind = 'bundle'::text))),
    constraint courses_kind check ((kind = any (array['course'::text, 'bundle'::text]))),
    constraint courses_left_bin_deleted check (((left_bin_at is null) or (deleted_at is not null))),
    constraint courses_price check (((price_paise > 0) or ((price_paise = 0) and (free or (state = any (array['draft'::text, 'archived'::text])))))),
    constraint courses_sale check (((num_nulls(sale_price_paise, sale_from, sale_until) = any (array[0, 3])) and ((sale_price_paise is not null) or (not sale_shown)))),
    constraint courses_sale_below check (((sale_price_paise > 0) and (sale_price_paise < price_paise))),
    constraint courses_sale_ends check ((sale_until > sale_from)),
    constraint courses_state check ((state = any (array['draft'::text, 'published'::text, 'unlisted'::text, 'archived'::text]))),
    constraint courses_withdraw check ((((withdraw_at is null) = (withdraw_to is null)) and ((withdraw_to is null) or (withdraw_to = any (array['unlisted'::text, 'archived'::text]))))),
    constraint courses_withdraw_later check ((withdraw_at > publish_at))
);
create table day_courses (
    day date not null,
    course_id text not null,
    orders bigint not null,
    revenue_paise bigint not null
);
create table day_figures (
    day date not null,
    revenue_paise bigint not null,
    orders bigint not null,
    students bigint not null,
    refunded_paise bigint default 0 not null
);
create table day_sources (
    day date not null,
    touch text not null,
    by text not null,
    source text default ''::text not null,
    key text not null,
    orders bigint not null,
    revenue_paise bigint not null,
    refunded_paise bigint not null,
    refunded bigint not null
);
create table deleted_promocodes (
    id bigint not null,
    promocode text not null,
    discount integer not null,
    expiry_date text not null,
    expires_at timestamp with time zone not null,
    course_id text,
    created_at timestamp with time zone not null,
    deleted_at timestamp with time zone not null,
    start_date text,
    starts_at timestamp with time zone,
    max_uses integer,
    max_uses_per_buyer integer,
    paused boolean default false not null,
    listed boolean default true not null,
    amount_paise bigint,
    minimum_paise bigint,
    first_purchase boolean default false not null,
    course_ids text[],
    max_seats integer,
    max_discount_paise bigint,
    segment jsonb,
    constraint deleted_promocodes_max_seats check ((max_seats >= 1)),
    constraint deleted_promocodes_max_uses check ((max_uses >= 1)),
    constraint deleted_promocodes_max_uses_per_buyer check ((max_uses_per_buyer >= 1))
);
create table disclaimers (
    disclaimer_id bigint not null,
    hash text not null,
    text text not null,
    created_at timestamp with time zone not null
);
alter table disclaimers alter column disclaimer_id add generated always as identity (
    sequence name disclaimers_disclaimer_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table disputes (
    dispute_id text not null,
    order_id text not null,
    payment_id text not null,
    status text,
    phase text,
    reason_code text,
    amount_paise bigint,
    deducted_paise bigint,
    respond_by timestamp with time zone,
    opened_at timestamp with time zone,
    asks integer default 0 not null,
    asked_at timestamp with time zone,
    read_at timestamp with time zone,
    noted_at timestamp with time zone not null,
    constraint disputes_amount check (((amount_paise >= 0) and (deducted_paise >= 0))),
    constraint disputes_status check ((status = any (array['open'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'closed'::text])))
);
create table document_files (
    document_id text not null,
    sha256 text not null,
    bytes bytea not null,
    kept_at timestamp with time zone not null,
    constraint document_files_hash check ((sha256 = encode(sha256(bytes), 'hex'::text)))
);
alter table document_files alter column bytes set storage external;
create table document_series (
    series text not null,
    last_number integer not null,
    constraint document_series_number check ((last_number > 0))
);
create table documents (
    document_id text not null,
    order_id text not null,
    refund_id text,
    kind text not null,
    series text not null,
    number integer not null,
    serial text not null,
    facts jsonb not null,
    issued_at timestamp with time zone not null,
    corrects text,
    constraint documents_corrects check (((corrects is null) or (refund_id is null))),
    constraint documents_kind check ((kind = any (array['receipt'::text, 'invoice'::text, 'bill_of_supply'::text, 'credit_note'::text, 'refund_receipt'::text]))),
    constraint documents_refund check ((((refund_id is not null) or ((corrects is not null) and (kind = 'credit_note'::text))) = (kind = any (array['credit_note'::text, 'refund_receipt'::text])))),
    constraint documents_serial check (((length(serial) >= 1) and (length(serial) <= 16)))
);
create table enrolments (
    id bigint not null,
    user_id bigint not null,
    course_id text not null,
    order_id text,
    gift_code text,
    granted_at timestamp with time zone default now() not null,
    revoked_at timestamp with time zone,
    given_by bigint,
    access_period text,
    given_until timestamp with time zone,
    ends_at timestamp with time zone,
    since timestamp with time zone,
    continued boolean default false not null,
    end_told_at timestamp with time zone,
    taken_by_hand boolean default false not null,
    move_id text,
    free boolean default false not null,
    constraint enrolments_access_period check ((access_period ~ '^P[1-9][0-9]{0,2}[MD]$'::text)),
    constraint enrolments_ends_at check (((ends_at is null) or (access_period is not null) or (given_until is not null))),
    constraint enrolments_one_source check (((num_nonnulls(order_id, gift_code, given_by) + (free)::integer) = 1))
);
alter table enrolments alter column id add generated always as identity (
    sequence name enrolments_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table gateway_config (
    provider text not null,
    api_key text not null,
    api_secret_sealed text not null,
    webhook_secret_sealed text,
    verified_at timestamp with time zone,
    updated_at timestamp with time zone default now() not null,
    former_webhook_secret_sealed text,
    former_webhook_secret_until timestamp with time zone,
    constraint gateway_config_former_secret_ends check (((former_webhook_secret_sealed is null) = (former_webhook_secret_until is null)))
);
create table gateway_events (
    event_id text not null,
    event text not null,
    order_id text,
    body text not null,
    outcome text,
    received_at timestamp with time zone default now() not null,
    processed_at timestamp with time zone
);
create table gateway_pause (
    single_row boolean default true not null,
    until timestamp with time zone not null,
    constraint gateway_pause_one_row check (single_row)
);
create table gateway_refusals (
    kind text not null,
    since timestamp with time zone not null,
    last_at timestamp with time zone not null,
    reason text not null,
    constraint gateway_refusals_kind check ((kind = any (array['keys'::text, 'links'::text])))
);
create table gift_codes (
    code text not null,
    order_id text not null,
    course_id text not null,
    redeemed_by bigint,
    redeemed_at timestamp with time zone,
    revoked_at timestamp with time zone,
    created_at timestamp with time zone default now() not null,
    seat integer default 1 not null,
    constraint gift_codes_seat check ((seat >= 1))
);
create table guarantee_requests (
    id bigint not null,
    order_id text not null,
    status text default 'open'::text not null,
    reason text,
    answer text,
    asked_at timestamp with time zone not null,
    closed_at timestamp with time zone,
    amount_paise bigint,
    course_ids text[],
    constraint guarantee_requests_answer check (((status = 'declined'::text) = (answer is not null))),
    constraint guarantee_requests_closed check (((status = 'open'::text) = (closed_at is null))),
    constraint guarantee_requests_status check ((status = any (array['open'::text, 'approved'::text, 'declined'::text])))
);
alter table guarantee_requests alter column id add generated always as identity (
    sequence name guarantee_requests_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table hand_in_files (
    file_id text not null,
    user_id bigint not null,
    lesson_id text not null,
    hand_in_id bigint,
    url text not null,
    name text not null,
    kind text not null,
    bytes bigint not null,
    created_at timestamp with time zone not null,
    holds_formulas boolean default false not null
);
create table hand_ins (
    hand_in_id bigint not null,
    user_id bigint not null,
    course_id text not null,
    lesson_id text not null,
    key text not null,
    text text,
    handed_in_at timestamp with time zone not null,
    due_at timestamp with time zone,
    status text default 'waiting'::text not null,
    criteria jsonb,
    marks jsonb,
    feedback text,
    marked_at timestamp with time zone,
    again_due_at timestamp with time zone,
    constraint hand_ins_again_due check (((again_due_at is null) or (status = 'again'::text))),
    constraint hand_ins_feedback check (((length(feedback) >= 1) and (length(feedback) <= 5000))),
    constraint hand_ins_marked check (((status = 'waiting'::text) = (marked_at is null))),
    constraint hand_ins_status check ((status = any (array['waiting'::text, 'accepted'::text, 'again'::text]))),
    constraint hand_ins_text check (((length(text) >= 1) and (length(text) <= 20000)))
);
alter table hand_ins alter column hand_in_id add generated always as identity (
    sequence name hand_ins_hand_in_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table idempotency_keys (
    scope text not null,
    key text not null,
    request_hash text not null,
    answer jsonb,
    created_at timestamp with time zone default now() not null
);
create table job_rounds (
    name text not null,
    ended_at timestamp with time zone not null,
    result text
);
create table known_devices (
    id bigint not null,
    user_id bigint,
    admin_id bigint,
    device text not null,
    network text not null,
    last_seen_at timestamp with time zone not null,
    constraint known_devices_one_holder check ((num_nonnulls(user_id, admin_id) = 1))
);
alter table known_devices alter column id add generated always as identity (
    sequence name known_devices_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table learning_beats (
    user_id bigint not null,
    beat_at timestamp with time zone not null,
    tolerance_seconds double precision default 2 not null,
    constraint learning_beats_tolerance check (((tolerance_seconds >= (0)::double precision) and (tolerance_seconds <= (2)::double precision)))
);
create table learning_late_batches (
    user_id bigint not null,
    device text not null,
    number bigint not null,
    taken_at timestamp with time zone not null,
    constraint learning_late_batches_number_positive check ((number > 0))
);
create table lesson_notes (
    note_id bigint not null,
    user_id bigint not null,
    course_id text not null,
    lesson_id text not null,
    second double precision,
    text text not null,
    key text not null,
    version integer default 1 not null,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    constraint lesson_notes_second check (((second >= (0)::double precision) and (second <= (86400)::double precision))),
    constraint lesson_notes_text check (((length(text) >= 1) and (length(text) <= 2000)))
);
alter table lesson_notes alter column note_id add generated always as identity (
    sequence name lesson_notes_note_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table lesson_progress (
    user_id bigint not null,
    course_id text not null,
    lesson_id text not null,
    seconds bigint default 0 not null,
    completed_at timestamp with time zone,
    updated_at timestamp with time zone default now(),
    position_seconds double precision,
    length_seconds double precision,
    position_at timestamp with time zone,
    position_tab text,
    position_number bigint,
    moved_in_at timestamp with time zone,
    move_id text,
    constraint lesson_progress_length check (((length_seconds > (0)::double precision) and (length_seconds <= (86400)::double precision))),
    constraint lesson_progress_position check (((position_seconds >= (0)::double precision) and (position_seconds <= (86400)::double precision))),
    constraint lesson_progress_position_whole check ((num_nulls(position_seconds, position_at, position_tab, position_number) = any (array[0, 4]))),
    constraint lesson_progress_seconds check ((seconds >= 0))
);
create table lessons (
    lesson_id text not null,
    course_id text not null,
    "position" integer not null,
    title text not null,
    watch_link text not null,
    download_link text,
    created_at timestamp with time zone default now() not null,
    seconds integer,
    preview boolean default false not null,
    files jsonb default '[]'::jsonb not null,
    captions jsonb default '[]'::jsonb not null,
    section text,
    source text,
    opens_after_days integer,
    opens_at timestamp with time zone,
    kind text default 'media'::text not null,
    constraint lessons_kind check ((kind = any (array['media'::text, 'quiz'::text, 'assignment'::text, 'live'::text]))),
    constraint lessons_opens_after_days check (((opens_after_days >= 1) and (opens_after_days <= 3650))),
    constraint lessons_opens_once check ((num_nonnulls(opens_after_days, opens_at) <= 1)),
    constraint lessons_quiz_is_no_preview check (((kind = 'media'::text) or (not preview))),
    constraint lessons_seconds check (((seconds >= 1) and (seconds <= 86400))),
    constraint lessons_section check (((length(section) >= 1) and (length(section) <= 120))),
    constraint lessons_source check (((length(source) >= 1) and (length(source) <= 1000)))
);
create table letter_clicks (
    recipient_id bigint not null,
    link_no integer not null,
    clicked_at timestamp with time zone not null
);
create table letter_pace (
    receiver text not null,
    next_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
    slow_until timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null
);
create table letter_recipients (
    recipient_id bigint not null,
    letter_id text not null,
    user_id bigint not null,
    occasion text default ''::text not null,
    channel text not null,
    receiver text not null,
    state text default 'waiting'::text not null,
    reason text,
    due_at timestamp with time zone not null,
    tries integer default 0 not null,
    leased_until timestamp with time zone,
    lease text,
    handing_at timestamp with time zone,
    address text,
    message_id text,
    token text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
    unsubscribe_token text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
    provider_id text,
    error text,
    sent_at timestamp with time zone,
    delivered_at timestamp with time zone,
    read_at timestamp with time zone,
    bounced_at timestamp with time zone,
    complained_at timestamp with time zone,
    unsubscribed_at timestamp with time zone,
    attempt integer default 0 not null,
    code integer,
    limited_at timestamp with time zone,
    billable boolean,
    price_category text,
    constraint letter_recipients_state check ((state = any (array['waiting'::text, 'leased'::text, 'handed_over'::text, 'refused'::text, 'skipped'::text, 'unknown'::text])))
);
alter table letter_recipients alter column recipient_id add generated always as identity (
    sequence name letter_recipients_recipient_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table letter_settings (
    only_row boolean default true not null,
    per_hour integer default 300 not null,
    per_hour_receiver integer default 150 not null,
    bounce_domain text default ''::text not null,
    bounce_secret_hash text,
    day_begins integer default 9 not null,
    day_ends integer default 21 not null,
    constraint letter_settings_only_row_check check (only_row)
);
create table letters (
    letter_id text not null,
    sequence_id text,
    step integer,
    name text not null,
    subject text not null,
    blocks jsonb not null,
    segment jsonb not null,
    channel text not null,
    template jsonb,
    status text not null,
    send_at timestamp with time zone,
    begun_at timestamp with time zone,
    ended_at timestamp with time zone,
    stopped text,
    problem text,
    touched_at timestamp with time zone,
    watched_from timestamp with time zone,
    made_by bigint,
    made_at timestamp with time zone not null,
    changed_at timestamp with time zone not null,
    after_minutes integer,
    step_since timestamp with time zone,
    constraint letters_channel check ((channel = any (array['email'::text, 'whatsapp'::text]))),
    constraint letters_status check ((status = any (array['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'stopped'::text])))
);
create table live_joins (
    lesson_id text not null,
    user_id bigint not null,
    course_id text not null,
    joined_at timestamp with time zone not null
);
create table live_lessons (
    lesson_id text not null,
    course_id text not null,
    title text not null,
    version integer default 1 not null,
    starts_at timestamp with time zone not null,
    minutes integer not null,
    join_link text not null,
    cancelled_at timestamp with time zone,
    told_starts_at timestamp with time zone,
    day_letter_for timestamp with time zone,
    soon_letter_for timestamp with time zone,
    updated_at timestamp with time zone not null,
    constraint live_lessons_join_link check ((join_link ~~ 'https://%'::text)),
    constraint live_lessons_minutes check (((minutes >= 5) and (minutes <= 480)))
);
create table live_letters (
    lesson_id text not null,
    user_id bigint not null,
    kind text not null,
    version integer not null,
    told_at timestamp with time zone not null,
    constraint live_letters_kind check ((kind = any (array['day'::text, 'soon'::text, 'changed'::text, 'cancelled'::text])))
);
create table mail_trouble (
    kind text not null,
    since timestamp with time zone not null,
    last_at timestamp with time zone not null,
    reason text not null,
    constraint mail_trouble_kind check ((kind = any (array['login'::text, 'connection'::text, 'sender'::text, 'recipients'::text])))
);
create table mails_sent (
    job_id text not null,
    taken_until timestamp with time zone not null,
    sent_at timestamp with time zone
);
create table media (
    media_id text not null,
    kind text not null,
    name text not null,
    url text not null,
    bytes bigint not null,
    width integer,
    height integer,
    seconds double precision,
    colour text,
    sha256 text not null,
    created_at timestamp with time zone default now() not null,
    widths integer[] default '{}'::integer[] not null,
    probed_at timestamp with time zone,
    paid boolean default false not null,
    folder text default ''::text not null,
    constraint media_folder check ((length(folder) <= 500)),
    constraint media_kind check ((kind = any (array['image'::text, 'video'::text, 'audio'::text, 'pdf'::text, 'archive'::text, 'office'::text, 'design'::text, 'text'::text, 'subtitles'::text])))
);
create table media_uploads (
    upload_id text not null,
    admin_id bigint,
    kind text not null,
    name text not null,
    metadata jsonb not null,
    bytes bigint not null,
    sha256 text,
    media_id text,
    finished_at timestamp with time zone,
    refused_code text,
    refused_detail text,
    held_by text,
    held_until timestamp with time zone,
    wanted boolean default false not null,
    created_at timestamp with time zone default now() not null,
    touched_at timestamp with time zone default now() not null,
    user_id bigint,
    refused_data jsonb,
    convert_tries smallint,
    constraint media_uploads_bytes check ((bytes >= 0)),
    constraint media_uploads_kind check ((kind = any (array['image'::text, 'video'::text, 'audio'::text, 'pdf'::text, 'archive'::text, 'office'::text, 'design'::text, 'text'::text, 'subtitles'::text]))),
    constraint media_uploads_sender check ((num_nonnulls(admin_id, user_id) <= 1))
);
create table move_archives (
    archive_id text not null,
    upload_id text not null,
    file_name text not null,
    with_settings boolean not null,
    made_by bigint not null,
    made_at timestamp with time zone not null,
    state text not null,
    holder text,
    held_until timestamp with time zone,
    step text default 'reading'::text not null,
    done_bytes bigint default 0 not null,
    total_bytes bigint not null,
    move_id text,
    result jsonb,
    problem text,
    finished_at timestamp with time zone,
    constraint move_archives_state check ((state = any (array['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
create table move_letter_people (
    move_id text not null,
    user_id bigint not null,
    tries integer default 0 not null,
    taken_at timestamp with time zone,
    sent_at timestamp with time zone,
    refused_at timestamp with time zone
);
create table move_letters (
    move_id text not null,
    subject text not null,
    body text not null,
    per_hour integer not null,
    next_at timestamp with time zone not null,
    stopped_at timestamp with time zone,
    constraint move_letters_pace check ((per_hour > 0))
);
create table move_outs (
    one boolean default true not null,
    file_id text not null,
    state text not null,
    asked_by bigint not null,
    asked_at timestamp with time zone not null,
    holder text,
    held_until timestamp with time zone,
    done_bytes bigint default 0 not null,
    total_bytes bigint not null,
    bytes bigint,
    ready_at timestamp with time zone,
    expires_at timestamp with time zone,
    problem text,
    constraint move_outs_one check (one),
    constraint move_outs_ready check (((state <> 'ready'::text) or ((bytes is not null) and (expires_at is not null)))),
    constraint move_outs_state check ((state = any (array['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text])))
);
create table move_people (
    move_id text not null,
    user_id bigint not null,
    made boolean not null
);
create table move_rows (
    move_id text not null,
    row_no integer not null,
    cells text[] not null,
    state text,
    reason text,
    notes jsonb default '[]'::jsonb not null,
    email text,
    phone text,
    name text,
    courses text[] default '{}'::text[] not null,
    record jsonb,
    user_id bigint,
    done_at timestamp with time zone,
    constraint move_rows_state check ((state = any (array['new'::text, 'existing'::text, 'waiting'::text, 'same'::text, 'skipped'::text, 'invalid'::text])))
);
create table moves (
    move_id text not null,
    status text not null,
    kind text,
    source text not null,
    file_name text not null,
    pasted boolean not null,
    bytes bytea,
    how jsonb default '{}'::jsonb not null,
    headings_key text not null,
    read jsonb not null,
    plan jsonb,
    counts jsonb,
    rows integer not null,
    done integer default 0 not null,
    planned integer default 0 not null,
    message text,
    made_by bigint not null,
    made_at timestamp with time zone not null,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    constraint moves_kind check ((kind = any (array['students'::text, 'courses'::text, 'orders'::text]))),
    constraint moves_status check ((status = any (array['read'::text, 'planned'::text, 'running'::text, 'stopped'::text, 'done'::text, 'failed'::text, 'undone'::text])))
);
create table offers (
    offer_id bigint not null,
    course_id text not null,
    price_paise bigint not null,
    headline text not null,
    body text,
    with_courses text[],
    from_date text,
    starts_at timestamp with time zone,
    until_date text,
    ends_at timestamp with time zone,
    active boolean not null,
    shown bigint default 0 not null,
    created_at timestamp with time zone default now() not null,
    deleted_at timestamp with time zone,
    constraint offers_price check ((price_paise > 0)),
    constraint offers_with check ((cardinality(with_courses) > 0))
);
alter table offers alter column offer_id add generated always as identity (
    sequence name offers_offer_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table order_events (
    id bigint not null,
    order_id text not null,
    kind text not null,
    detail text,
    created_at timestamp with time zone default now() not null,
    times integer default 1 not null,
    last_at timestamp with time zone
);
alter table order_events alter column id add generated always as identity (
    sequence name order_events_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table order_lines (
    order_id text not null,
    "position" integer not null,
    course_id text not null,
    course_name text not null,
    course_banner text not null,
    price_paise bigint not null,
    quantity integer not null,
    discount_paise bigint not null,
    total_paise bigint not null,
    access_period text,
    offer_id bigint,
    bundle_id text,
    bundle_name text,
    bundle_banner text,
    owned boolean default false not null,
    credit_paise bigint default 0 not null,
    constraint order_lines_access_period check ((access_period ~ '^P[1-9][0-9]{0,2}[MD]$'::text)),
    constraint order_lines_bundle check (((bundle_id is null) = (bundle_name is null))),
    constraint order_lines_credit check (((credit_paise >= 0) and (credit_paise <= discount_paise))),
    constraint order_lines_quantity check ((quantity >= 1)),
    constraint order_lines_total check ((total_paise = ((price_paise * quantity) - discount_paise)))
);
create table orders (
    order_id text not null,
    user_id bigint not null,
    status text default 'created'::text not null,
    fingerprint text not null,
    subtotal_paise bigint not null,
    discount_paise bigint not null,
    minimum_charge_paise bigint default 0 not null,
    total_paise bigint not null,
    promocode text,
    promocode_discount integer,
    gateway_link_id text,
    payment_link text,
    gateway_order_id text,
    payment_id text,
    polled_at timestamp with time zone,
    poll_after timestamp with time zone,
    polls integer default 0 not null,
    created_at timestamp with time zone default now() not null,
    expires_at timestamp with time zone not null,
    paid_at timestamp with time zone,
    captured_paise bigint,
    promocode_id bigint,
    billing_state text,
    billing_gstin text,
    billing_name text,
    billing_address text,
    tax_settings_id bigint,
    tax_paise bigint default 0 not null,
    unanswered_since timestamp with time zone,
    page_order_id text,
    gateway_key_id text,
    promocode_seats integer,
    traceparent text,
    order_no text not null,
    credit_paise bigint default 0 not null,
    disclaimer_id bigint,
    source jsonb,
    constraint orders_captured check ((captured_paise >= 0)),
    constraint orders_credit check (((credit_paise >= 0) and (credit_paise <= discount_paise))),
    constraint orders_discount check (((discount_paise >= 0) and (discount_paise <= subtotal_paise))),
    constraint orders_minimum_charge check ((minimum_charge_paise >= 0)),
    constraint orders_promocode_seats check ((promocode_seats >= 1)),
    constraint orders_status check ((status = any (array['created'::text, 'paid'::text, 'failed'::text, 'expired'::text, 'cancelled'::text, 'review'::text, 'refunded'::text, 'partially_refunded'::text]))),
    constraint orders_subtotal check ((subtotal_paise >= 0)),
    constraint orders_tax check ((tax_paise >= 0)),
    constraint orders_total check ((total_paise = (((subtotal_paise - discount_paise) + tax_paise) + minimum_charge_paise))),
    constraint orders_traceparent_check check ((traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'::text))
);
create sequence order_numbers
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1;
alter sequence order_numbers owned by orders.order_no;
create table order_payments (
    payment_id text not null,
    order_id text not null,
    amount_paise bigint not null,
    currency text not null,
    status text not null,
    captured boolean not null,
    method text,
    created_at timestamp with time zone,
    constraint order_payments_amount check ((amount_paise >= 0)),
    constraint order_payments_status check ((status = any (array['created'::text, 'authorized'::text, 'captured'::text, 'refunded'::text, 'failed'::text])))
);
create table outside_payments (
    order_id text not null,
    method text not null,
    reference text not null,
    received_on date not null,
    admin_id bigint not null,
    created_at timestamp with time zone not null,
    constraint outside_payments_method check ((method = any (array['cash'::text, 'bank_transfer'::text, 'upi'::text])))
);
create table owner_alerts (
    alert_key text not null,
    kind text not null,
    order_id text,
    created_at timestamp with time zone not null
);
create table page_views (
    day date not null,
    views bigint not null,
    quarters integer[],
    constraint page_views_not_negative check ((views >= 0))
);
create table past_orders (
    past_order_id bigint not null,
    fingerprint text not null,
    move_id text not null,
    source text not null,
    order_ref text,
    ordered_at timestamp with time zone,
    user_id bigint,
    email text,
    name text,
    course text not null,
    course_id text,
    amount_paise bigint,
    currency text not null,
    refunded_paise bigint,
    status text not null,
    coupon text,
    moved_at timestamp with time zone not null,
    constraint past_orders_currency check ((currency ~ '^[A-Z]{3}$'::text)),
    constraint past_orders_status check ((status = any (array['paid'::text, 'refunded'::text, 'partially_refunded'::text]))),
    constraint past_orders_sums check (((amount_paise >= 0) and (refunded_paise >= 0)))
);
alter table past_orders alter column past_order_id add generated always as identity (
    sequence name past_orders_past_order_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table policy_texts (
    kind text not null,
    since timestamp with time zone not null,
    body text not null,
    constraint policy_texts_kind check ((kind = any (array['terms'::text, 'refund'::text, 'guarantee'::text])))
);
create table promocodes (
    id bigint not null,
    promocode text not null,
    discount integer not null,
    expiry_date text not null,
    expires_at timestamp with time zone not null,
    course_id text,
    created_at timestamp with time zone default now() not null,
    start_date text,
    starts_at timestamp with time zone,
    max_uses integer,
    max_uses_per_buyer integer,
    paused boolean default false not null,
    listed boolean default true not null,
    amount_paise bigint,
    minimum_paise bigint,
    first_purchase boolean default false not null,
    course_ids text[],
    max_seats integer,
    max_discount_paise bigint,
    segment jsonb,
    constraint promocodes_courses check (((course_id = course_ids[1]) and (cardinality(course_ids) > 1))),
    constraint promocodes_discount check (((((discount >= 1) and (discount <= 100)) and (amount_paise is null)) or ((discount = 0) and (amount_paise >= 1)))),
    constraint promocodes_max_discount check (((max_discount_paise is null) or ((max_discount_paise >= 1) and (amount_paise is null)))),
    constraint promocodes_max_seats check ((max_seats >= 1)),
    constraint promocodes_max_uses check ((max_uses >= 1)),
    constraint promocodes_max_uses_per_buyer check ((max_uses_per_buyer >= 1)),
    constraint promocodes_minimum check ((minimum_paise >= 1))
);
alter table promocodes alter column id add generated always as identity (
    sequence name promocodes_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table questions (
    question_id bigint not null,
    user_id bigint not null,
    course_id text not null,
    lesson_id text not null,
    text text not null,
    shown_name text,
    key text not null,
    asked_at timestamp with time zone not null,
    answer text,
    answered_at timestamp with time zone,
    shown_at timestamp with time zone,
    constraint questions_answer check (((answer is null) = (answered_at is null))),
    constraint questions_shown check (((shown_at is null) or (answer is not null))),
    constraint questions_text check (((length(text) >= 1) and (length(text) <= 2000)))
);
alter table questions alter column question_id add generated always as identity (
    sequence name questions_question_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table quiz_attempts (
    attempt_id bigint not null,
    user_id bigint not null,
    course_id text not null,
    lesson_id text not null,
    version integer not null,
    key text not null,
    answers jsonb not null,
    marks jsonb not null,
    right_count integer not null,
    question_count integer not null,
    passed boolean not null,
    submitted_at timestamp with time zone not null,
    number integer default 1 not null,
    constraint quiz_attempts_number check ((number > 0)),
    constraint quiz_attempts_score check (((right_count >= 0) and (right_count <= question_count)))
);
alter table quiz_attempts alter column attempt_id add generated always as identity (
    sequence name quiz_attempts_attempt_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table quizzes (
    lesson_id text not null,
    course_id text not null,
    version integer default 1 not null,
    intro text,
    pass_mark integer not null,
    gate boolean not null,
    max_tries integer,
    reveals text not null,
    questions jsonb not null,
    updated_at timestamp with time zone not null,
    constraint quizzes_intro check (((length(intro) >= 1) and (length(intro) <= 2000))),
    constraint quizzes_max_tries check (((max_tries >= 1) and (max_tries <= 100))),
    constraint quizzes_pass_mark check (((pass_mark >= 1) and (pass_mark <= 100))),
    constraint quizzes_reveals check ((reveals = any (array['always'::text, 'passed'::text, 'never'::text])))
);
create table rate_limits (
    key character varying(255) not null,
    points integer default 0 not null,
    expire bigint
);
create table referral_rewards (
    referred_id bigint not null,
    referrer_id bigint not null,
    order_id text not null,
    coins integer not null,
    created_at timestamp with time zone not null,
    taken_back_at timestamp with time zone,
    taken_back_coins integer,
    constraint referral_rewards_coins check ((coins > 0)),
    constraint referral_rewards_not_oneself check ((referrer_id <> referred_id))
);
create table referral_settings (
    single_row boolean default true not null,
    reward_coins integer default 0 not null,
    constraint referral_settings_one_row check (single_row),
    constraint referral_settings_reward check (((reward_coins >= 0) and (reward_coins <= 100000)))
);
create table referral_terms (
    since timestamp with time zone not null,
    reward_coins integer not null,
    constraint referral_terms_reward check (((reward_coins >= 0) and (reward_coins <= 100000)))
);
create table refund_requests (
    request_id text not null,
    order_id text not null,
    status text default 'open'::text not null,
    amount_paise bigint not null,
    reason text,
    redeemed text,
    seats jsonb,
    bank jsonb,
    about text,
    idempotency_key text,
    asked_by bigint not null,
    asked_at timestamp with time zone not null,
    closed_by bigint,
    closed_at timestamp with time zone,
    answer text,
    constraint refund_requests_amount check ((amount_paise >= 100)),
    constraint refund_requests_closed check ((((status = 'open'::text) = (closed_at is null)) and ((closed_at is null) = (closed_by is null)))),
    constraint refund_requests_redeemed check ((redeemed = any (array['keep'::text, 'take'::text]))),
    constraint refund_requests_second check (((status <> 'approved'::text) or (closed_by <> asked_by))),
    constraint refund_requests_status check ((status = any (array['open'::text, 'approved'::text, 'declined'::text])))
);
create table refund_seats (
    refund_id text not null,
    course_id text not null,
    seat integer not null,
    constraint refund_seats_seat check ((seat >= 0))
);
create table refunds (
    refund_id text not null,
    order_id text not null,
    payment_id text not null,
    amount_paise bigint not null,
    status text not null,
    gateway_refund_id text,
    reason text,
    created_at timestamp with time zone default now() not null,
    updated_at timestamp with time zone default now() not null,
    origin text default 'dashboard'::text not null,
    idempotency_key text,
    admin_id bigint,
    redeemed text,
    channel text default 'gateway'::text not null,
    reference text,
    sent_on date,
    lines jsonb,
    claimed_until timestamp with time zone,
    sends integer default 0 not null,
    constraint refunds_amount check ((amount_paise > 0)),
    constraint refunds_channel check ((channel = any (array['gateway'::text, 'bank'::text, 'dispute'::text]))),
    constraint refunds_origin check ((origin = any (array['admin'::text, 'duplicate_payment'::text, 'dashboard'::text]))),
    constraint refunds_outside check ((((channel <> 'gateway'::text) = (reference is not null)) and ((channel = 'gateway'::text) or ((sent_on is not null) and (gateway_refund_id is null) and ((status = 'processed'::text) or ((channel = 'dispute'::text) and (status = 'failed'::text))))))),
    constraint refunds_redeemed check ((redeemed = any (array['keep'::text, 'take'::text]))),
    constraint refunds_sends_check check ((sends >= 0)),
    constraint refunds_status check ((status = any (array['requested'::text, 'pending'::text, 'processed'::text, 'failed'::text])))
);
create table restores (
    id integer not null,
    restored_at timestamp with time zone not null,
    backup_at timestamp with time zone not null,
    message text not null
);
alter table restores alter column id add generated always as identity (
    sequence name restores_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table reviews (
    review_id bigint not null,
    user_id bigint not null,
    course_id text not null,
    stars integer not null,
    text text not null,
    shown_name text,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    reply text,
    replied_at timestamp with time zone,
    hidden_reason text,
    constraint reviews_reply check (((reply is null) = (replied_at is null))),
    constraint reviews_stars check (((stars >= 1) and (stars <= 5)))
);
alter table reviews alter column review_id add generated always as identity (
    sequence name reviews_review_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table segments (
    segment_id bigint not null,
    name text not null,
    segment jsonb not null,
    created_at timestamp with time zone not null
);
alter table segments alter column segment_id add generated always as identity (
    sequence name segments_segment_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table sequences (
    sequence_id text not null,
    name text not null,
    trigger text not null,
    course_id text,
    active boolean default false not null,
    active_since timestamp with time zone,
    made_at timestamp with time zone not null,
    changed_at timestamp with time zone not null,
    constraint sequences_active check ((active = (active_since is not null))),
    constraint sequences_trigger check ((trigger = any (array['purchase'::text, 'registered'::text, 'order_unpaid'::text, 'finished'::text])))
);
create table sessions (
    session_id text not null,
    audience text not null,
    user_id bigint,
    admin_id bigint,
    created_at timestamp with time zone default now() not null,
    expires_at timestamp with time zone not null,
    revoked_at timestamp with time zone,
    device text,
    address text,
    last_seen_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    viewed_by bigint,
    view_code text,
    constraint sessions_audience check ((audience = any (array['user'::text, 'admin'::text]))),
    constraint sessions_one_holder check ((((audience = 'user'::text) and (user_id is not null) and (admin_id is null)) or ((audience = 'admin'::text) and (admin_id is not null) and (user_id is null)))),
    constraint sessions_view check (((viewed_by is null) or (audience = 'user'::text))),
    constraint sessions_view_code check (((view_code is null) or (viewed_by is not null)))
);
create table settlement_items (
    month text not null,
    entity_id text not null,
    kind text not null,
    settlement_id text not null,
    utr text,
    amount_paise bigint not null,
    fee_paise bigint not null,
    tax_paise bigint not null,
    credit_paise bigint not null,
    debit_paise bigint not null,
    payment_id text,
    method text,
    settled_at timestamp with time zone
);
create table settlement_months (
    month text not null,
    read_at timestamp with time zone not null,
    unread integer not null,
    constraint settlement_months_month check ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);
create table shop_settings (
    single_row boolean default true not null,
    changes jsonb default '{}'::jsonb not null,
    version bigint default 1 not null,
    updated_at timestamp with time zone default now() not null,
    settled_steps text[] default '{}'::text[] not null,
    invoice_prefix text default 'SH'::text not null,
    refund_limit_paise bigint,
    constraint shop_settings_invoice_prefix check (((invoice_prefix ~ '^[A-Z0-9]([A-Z0-9/-]?[A-Z0-9])?$'::text) and (invoice_prefix <> all (array['CN'::text, 'RC'::text, 'RR'::text])))),
    constraint shop_settings_one_row check (single_row),
    constraint shop_settings_refund_limit check ((refund_limit_paise >= 100))
);
create table stale_days (
    id bigint not null,
    day date not null
);
alter table stale_days alter column id add generated always as identity (
    sequence name stale_days_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table student_notes (
    note_id bigint not null,
    user_id bigint not null,
    admin_id bigint not null,
    text text not null,
    created_at timestamp with time zone not null
);
alter table student_notes alter column note_id add generated always as identity (
    sequence name student_notes_note_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table tax_settings (
    id bigint not null,
    valid_from date not null,
    enabled boolean not null,
    legal_name text not null,
    address text not null,
    state_code text not null,
    gstin text not null,
    sac text not null,
    rate_basis_points integer not null,
    prices text not null,
    created_at timestamp with time zone default now() not null,
    cin text default ''::text not null,
    constraint tax_settings_prices check ((prices = any (array['inclusive'::text, 'exclusive'::text]))),
    constraint tax_settings_rate check (((rate_basis_points >= 0) and (rate_basis_points <= 5000) and ((rate_basis_points % 2) = 0)))
);
alter table tax_settings alter column id add generated always as identity (
    sequence name tax_settings_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table ticket_answers (
    id bigint not null,
    ticket_id bigint not null,
    admin_id bigint,
    text text not null,
    created_at timestamp with time zone not null
);
alter table ticket_answers alter column id add generated always as identity (
    sequence name ticket_answers_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table tickets (
    id bigint not null,
    ticket_no text not null,
    status text default 'open'::text not null,
    name text not null,
    email text not null,
    subject text not null,
    message text not null,
    created_at timestamp with time zone not null,
    done_at timestamp with time zone,
    language text,
    constraint tickets_done check (((status = 'done'::text) = (done_at is not null))),
    constraint tickets_language check ((language = any (array['en'::text, 'hi'::text, 'mr'::text]))),
    constraint tickets_status check ((status = any (array['open'::text, 'done'::text]))),
    constraint tickets_ticket_no_form check ((ticket_no ~ '^T-[A-HJKMNP-Z2-9]{6}$'::text))
);
alter table tickets alter column id add generated always as identity (
    sequence name tickets_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table unknown_money (
    entity_id text not null,
    kind text not null,
    payment_id text not null,
    reference text,
    amount_paise bigint not null,
    in_list boolean not null,
    found_at timestamp with time zone not null,
    constraint unknown_money_kind check ((kind = any (array['payment'::text, 'refund'::text])))
);
create table unreferenced_files (
    media_id text not null,
    upload_id text,
    media jsonb,
    created_at timestamp with time zone default now() not null
);
create table user_carts (
    user_id bigint not null,
    lines jsonb not null,
    updated_at timestamp with time zone not null,
    constraint user_carts_lines_check check ((jsonb_typeof(lines) = 'array'::text))
);
create table users (
    id bigint not null,
    user_id text not null,
    name text not null,
    email text,
    phone text,
    phone_key text,
    password_hash text,
    coins bigint default 0 not null,
    referral_code text not null,
    referred_by bigint,
    must_change_password boolean default false not null,
    temporary_password_hash text,
    temporary_password_expires_at timestamp with time zone,
    created_at timestamp with time zone default now() not null,
    deleted_at timestamp with time zone,
    email_proven_at timestamp with time zone,
    language text default 'en'::text not null,
    email_refused_at timestamp with time zone,
    email_refusal text,
    last_seen_at timestamp with time zone,
    reminders boolean default true not null,
    reminder_token text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
    constraint users_coins_not_negative check ((coins >= 0)),
    constraint users_language check ((language = any (array['en'::text, 'hi'::text, 'mr'::text])))
);
alter table users alter column id add generated always as identity (
    sequence name users_id_seq
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1
);
create table video_rungs (
    media_id text not null,
    rung text not null,
    width integer,
    height integer,
    bytes bigint not null,
    codecs text not null,
    init_bytes integer not null,
    segment_ms integer[] not null,
    segment_bytes integer[] not null,
    constraint video_rungs_segments check ((cardinality(segment_ms) = cardinality(segment_bytes)))
);
create table video_sets (
    media_id text not null,
    url text not null,
    state text default 'waiting'::text not null,
    percent integer default 0 not null,
    tries integer default 0 not null,
    problem text,
    loudness real,
    poster boolean default false not null,
    sprite jsonb,
    created_at timestamp with time zone not null,
    constraint video_sets_percent check (((percent >= 0) and (percent <= 100))),
    constraint video_sets_state check ((state = any (array['waiting'::text, 'making'::text, 'ready'::text, 'failed'::text])))
);
create table video_turn (
    one boolean default true not null,
    holder text not null,
    until timestamp with time zone not null,
    constraint video_turn_one check (one)
);
create table visit_steps (
    day date not null,
    touch text not null,
    by text not null,
    source text default ''::text not null,
    key text not null,
    visits bigint default 0 not null,
    course_views bigint default 0 not null,
    carts bigint default 0 not null,
    checkouts bigint default 0 not null,
    constraint visit_steps_by_known check ((by = any (array['source'::text, 'campaign'::text, 'landing'::text, 'course'::text]))),
    constraint visit_steps_touch_known check ((touch = any (array['first'::text, 'last'::text, 'any'::text])))
);
create table waiting_courses (
    email text not null,
    course_id text not null,
    given_by bigint not null,
    given_until timestamp with time zone,
    given_at timestamp with time zone not null,
    move_id text,
    enrolled_at timestamp with time zone,
    progress jsonb
);
create table watching_devices (
    session_id text not null,
    user_id bigint not null,
    beat_at timestamp with time zone not null,
    stopped_at timestamp with time zone
);
create table whatsapp_config (
    only_one boolean default true not null,
    phone_number_id text not null,
    waba_id text not null,
    token_sealed text not null,
    app_secret_sealed text not null,
    verify_token_sealed text not null,
    api_version text not null,
    marketing_rate integer,
    utility_rate integer,
    authentication_rate integer,
    rates_as_of date,
    phone text,
    verified_at timestamp with time zone,
    stopped_at timestamp with time zone,
    stopped_code integer,
    stopped_reason text,
    templates_read_at timestamp with time zone,
    updated_at timestamp with time zone not null,
    constraint whatsapp_config_only_one_check check (only_one),
    constraint whatsapp_config_rates check (((marketing_rate >= 0) and (utility_rate >= 0) and (authentication_rate >= 0)))
);
create table whatsapp_people (
    user_id bigint not null,
    dead_phone text not null,
    code integer not null,
    noted_at timestamp with time zone not null
);
create table whatsapp_templates (
    name text not null,
    language text not null,
    status text not null,
    category text not null,
    body text not null,
    parameters text[] not null,
    has_button_path boolean not null,
    is_sendable boolean not null,
    read_at timestamp with time zone not null
);
create table withdrawn_certificates (
    code_hash bytea not null
);
create table work_reminders (
    user_id bigint not null,
    lesson_id text not null,
    due_at timestamp with time zone not null,
    told_at timestamp with time zone not null
);
alter table orders alter column order_no set default order_number(now(), nextval('order_numbers'::regclass));
alter table activity_chain
    add constraint activity_chain_pkey primary key (only_one);
alter table activity
    add constraint activity_pkey primary key (id);
alter table ad_agents
    add constraint ad_agents_pkey primary key (user_id);
alter table ad_config
    add constraint ad_config_pkey primary key (channel);
alter table ad_events
    add constraint ad_events_order_id_channel_kind_refund_id_key unique (order_id, channel, kind, refund_id);
alter table ad_events
    add constraint ad_events_pkey primary key (id);
alter table admin_apps
    add constraint admin_apps_pkey primary key (admin_id);
alter table admin_challenges
    add constraint admin_challenges_pkey primary key (challenge_id);
alter table admin_passkeys
    add constraint admin_passkeys_credential unique (credential_id);
alter table admin_passkeys
    add constraint admin_passkeys_pkey primary key (passkey_id);
alter table admin_password_links
    add constraint admin_password_links_pkey primary key (admin_id);
alter table admin_recovery_codes
    add constraint admin_recovery_codes_pkey primary key (admin_id, code_hash);
alter table admins
    add constraint admins_admin_id_key unique (admin_id);
alter table admins
    add constraint admins_email_key unique (email);
alter table admins
    add constraint admins_pkey primary key (id);
alter table assignments
    add constraint assignments_pkey primary key (lesson_id);
alter table backup_plan
    add constraint backup_plan_pkey primary key (one);
alter table backups
    add constraint backups_pkey primary key (id);
alter table catalogue_version
    add constraint catalogue_version_pkey primary key (single_row);
alter table certificate_courses
    add constraint certificate_courses_pkey primary key (course_id);
alter table certificate_keys
    add constraint certificate_keys_pkey primary key (key_id);
alter table certificate_places
    add constraint certificate_places_pkey primary key (list_no, place);
alter table certificates
    add constraint certificates_pkey primary key (certificate_id);
alter table coin_ledger
    add constraint coin_ledger_pkey primary key (id);
alter table consents
    add constraint consents_pkey primary key (id);
alter table contact_changes
    add constraint contact_changes_pkey primary key (user_id, kind);
alter table contact_changes
    add constraint contact_changes_token_hash_key unique (token_hash);
alter table course_versions
    add constraint course_versions_pkey primary key (course_id, version);
alter table courses
    add constraint courses_pkey primary key (course_id);
alter table day_courses
    add constraint day_courses_pkey primary key (day, course_id) include (orders, revenue_paise);
alter table day_figures
    add constraint day_figures_pkey primary key (day);
alter table day_sources
    add constraint day_sources_pkey primary key (day, touch, by, source, key);
alter table deleted_promocodes
    add constraint deleted_promocodes_pkey primary key (id);
alter table disclaimers
    add constraint disclaimers_hash_key unique (hash);
alter table disclaimers
    add constraint disclaimers_pkey primary key (disclaimer_id);
alter table disputes
    add constraint disputes_pkey primary key (dispute_id);
alter table document_files
    add constraint document_files_pkey primary key (document_id);
alter table document_series
    add constraint document_series_pkey primary key (series);
alter table documents
    add constraint documents_pkey primary key (document_id);
alter table documents
    add constraint documents_serial_key unique (serial);
alter table enrolments
    add constraint enrolments_pkey primary key (id);
alter table gateway_config
    add constraint gateway_config_pkey primary key (provider);
alter table gateway_events
    add constraint gateway_events_pkey primary key (event_id);
alter table gateway_pause
    add constraint gateway_pause_pkey primary key (single_row);
alter table gateway_refusals
    add constraint gateway_refusals_pkey primary key (kind);
alter table gift_codes
    add constraint gift_codes_pkey primary key (code);
alter table guarantee_requests
    add constraint guarantee_requests_pkey primary key (id);
alter table hand_in_files
    add constraint hand_in_files_hand_in_id_key unique (hand_in_id);
alter table hand_in_files
    add constraint hand_in_files_pkey primary key (file_id);
alter table hand_ins
    add constraint hand_ins_once unique (user_id, key);
alter table hand_ins
    add constraint hand_ins_pkey primary key (hand_in_id);
alter table idempotency_keys
    add constraint idempotency_keys_pkey primary key (scope, key);
alter table job_rounds
    add constraint job_rounds_pkey primary key (name);
alter table known_devices
    add constraint known_devices_pkey primary key (id);
alter table learning_beats
    add constraint learning_beats_pkey primary key (user_id);
alter table learning_late_batches
    add constraint learning_late_batches_pkey primary key (user_id, device);
alter table lesson_notes
    add constraint lesson_notes_once unique (user_id, key);
alter table lesson_notes
    add constraint lesson_notes_pkey primary key (note_id);
alter table lesson_progress
    add constraint lesson_progress_pkey primary key (user_id, course_id, lesson_id);
alter table lessons
    add constraint lessons_pkey primary key (lesson_id);
alter table letter_clicks
    add constraint letter_clicks_pkey primary key (recipient_id, link_no);
alter table letter_pace
    add constraint letter_pace_pkey primary key (receiver);
alter table letter_recipients
    add constraint letter_recipients_pkey primary key (recipient_id);
alter table letter_settings
    add constraint letter_settings_pkey primary key (only_row);
alter table letters
    add constraint letters_pkey primary key (letter_id);
alter table live_joins
    add constraint live_joins_pkey primary key (lesson_id, user_id);
alter table live_lessons
    add constraint live_lessons_pkey primary key (lesson_id);
alter table live_letters
    add constraint live_letters_pkey primary key (lesson_id, user_id, kind, version);
alter table mail_trouble
    add constraint mail_trouble_pkey primary key (kind);
alter table mails_sent
    add constraint mails_sent_pkey primary key (job_id);
alter table media
    add constraint media_pkey primary key (media_id);
alter table media_uploads
    add constraint media_uploads_pkey primary key (upload_id);
alter table media
    add constraint media_url_key unique (url);
alter table move_archives
    add constraint move_archives_pkey primary key (archive_id);
alter table move_letter_people
    add constraint move_letter_people_pkey primary key (move_id, user_id);
alter table move_letters
    add constraint move_letters_pkey primary key (move_id);
alter table move_outs
    add constraint move_outs_pkey primary key (one);
alter table move_people
    add constraint move_people_pkey primary key (move_id, user_id);
alter table move_rows
    add constraint move_rows_pkey primary key (move_id, row_no);
alter table moves
    add constraint moves_pkey primary key (move_id);
alter table offers
    add constraint offers_pkey primary key (offer_id);
alter table order_events
    add constraint order_events_pkey primary key (id);
alter table order_lines
    add constraint order_lines_pkey primary key (order_id, "position");
alter table order_payments
    add constraint order_payments_pkey primary key (payment_id);
alter table orders
    add constraint orders_gateway_link_id_key unique (gateway_link_id);
alter table orders
    add constraint orders_pkey primary key (order_id);
alter table outside_payments
    add constraint outside_payments_pkey primary key (order_id);
alter table owner_alerts
    add constraint owner_alerts_pkey primary key (alert_key);
alter table page_views
    add constraint page_views_pkey primary key (day);
alter table past_orders
    add constraint past_orders_once unique (fingerprint);
alter table past_orders
    add constraint past_orders_pkey primary key (past_order_id);
alter table policy_texts
    add constraint policy_texts_pkey primary key (kind, since);
alter table promocodes
    add constraint promocodes_pkey primary key (id);
alter table promocodes
    add constraint promocodes_promocode_key unique (promocode);
alter table questions
    add constraint questions_once unique (user_id, key);
alter table questions
    add constraint questions_pkey primary key (question_id);
alter table quiz_attempts
    add constraint quiz_attempts_once unique (user_id, key);
alter table quiz_attempts
    add constraint quiz_attempts_pkey primary key (attempt_id);
alter table quizzes
    add constraint quizzes_pkey primary key (lesson_id);
alter table rate_limits
    add constraint rate_limits_pkey primary key (key);
alter table referral_rewards
    add constraint referral_rewards_pkey primary key (referred_id);
alter table referral_settings
    add constraint referral_settings_pkey primary key (single_row);
alter table referral_terms
    add constraint referral_terms_pkey primary key (since);
alter table refund_requests
    add constraint refund_requests_pkey primary key (request_id);
alter table refund_seats
    add constraint refund_seats_pkey primary key (refund_id, course_id, seat);
alter table refunds
    add constraint refunds_gateway_refund_id_key unique (gateway_refund_id);
alter table refunds
    add constraint refunds_pkey primary key (refund_id);
alter table restores
    add constraint restores_pkey primary key (id);
alter table reviews
    add constraint reviews_pkey primary key (review_id);
alter table segments
    add constraint segments_pkey primary key (segment_id);
alter table sequences
    add constraint sequences_pkey primary key (sequence_id);
alter table sessions
    add constraint sessions_pkey primary key (session_id);
alter table settlement_items
    add constraint settlement_items_pkey primary key (month, entity_id, kind);
alter table settlement_months
    add constraint settlement_months_pkey primary key (month);
alter table shop_settings
    add constraint shop_settings_pkey primary key (single_row);
alter table stale_days
    add constraint stale_days_pkey primary key (id);
alter table student_notes
    add constraint student_notes_pkey primary key (note_id);
alter table tax_settings
    add constraint tax_settings_pkey primary key (id);
alter table ticket_answers
    add constraint ticket_answers_pkey primary key (id);
alter table tickets
    add constraint tickets_pkey primary key (id);
alter table tickets
    add constraint tickets_ticket_no_key unique (ticket_no);
alter table unknown_money
    add constraint unknown_money_pkey primary key (entity_id);
alter table unreferenced_files
    add constraint unreferenced_files_pkey primary key (media_id);
alter table unreferenced_files
    add constraint unreferenced_files_upload_id_key unique (upload_id);
alter table user_carts
    add constraint user_carts_pkey primary key (user_id);
alter table users
    add constraint users_email_key unique (email);
alter table users
    add constraint users_phone_key_key unique (phone_key);
alter table users
    add constraint users_pkey primary key (id);
alter table users
    add constraint users_referral_code_key unique (referral_code);
alter table users
    add constraint users_user_id_key unique (user_id);
alter table video_rungs
    add constraint video_rungs_pkey primary key (media_id, rung);
alter table video_sets
    add constraint video_sets_pkey primary key (media_id);
alter table video_turn
    add constraint video_turn_pkey primary key (one);
alter table visit_steps
    add constraint visit_steps_pkey primary key (day, touch, by, source, key);
alter table waiting_courses
    add constraint waiting_courses_pkey primary key (email, course_id);
alter table watching_devices
    add constraint watching_devices_pkey primary key (session_id);
alter table whatsapp_config
    add constraint whatsapp_config_pkey primary key (only_one);
alter table whatsapp_people
    add constraint whatsapp_people_pkey primary key (user_id);
alter table whatsapp_templates
    add constraint whatsapp_templates_pkey primary key (name, language);
alter table withdrawn_certificates
    add constraint withdrawn_certificates_pkey primary key (code_hash);
alter table work_reminders
    add constraint work_reminders_pkey primary key (user_id, lesson_id, due_at);
create index activity_admin on activity using btree (admin_id, created_at desc, id desc);
create unique index activity_chain_no on activity using btree (chain_no);
create index activity_kind on activity using btree (kind, created_at desc, id desc);
create index activity_newest on activity using btree (created_at desc, id desc);
create index activity_target on activity using btree (target_id, created_at desc, id desc);
create index admin_challenges_admin on admin_challenges using btree (admin_id);
create index admin_challenges_expires on admin_challenges using btree (expires_at);
create index admin_passkeys_admin on admin_passkeys using btree (admin_id);
create unique index admin_password_links_token on admin_password_links using btree (token_hash);
create index assignments_course on assignments using btree (course_id);
create index backups_finished on backups using btree (finished_at desc);
create index backups_good on backups using btree (finished_at desc) where ok;
create unique index certificates_code on certificates using btree (code);
create index certificates_of_course on certificates using btree (course_id, certificate_id desc);
create unique index certificates_one_each on certificates using btree (user_id, course_id);
create unique index certificates_place on certificates using btree (list_no, place);
create index coin_ledger_admin on coin_ledger using btree (admin_id);
create index coin_ledger_user on coin_ledger using btree (user_id, id);
create index consents_of_user on consents using btree (user_id, purpose, id desc);
create index contact_changes_expires on contact_changes using btree (expires_at);
create index courses_by_name on courses using btree (lower(name), course_id) where (deleted_at is null);
create index courses_by_offer on courses using btree (lower(offer_text), course_id) where (deleted_at is null);
create index courses_by_offer_down on courses using btree (lower(offer_text) desc nulls last, course_id) where (deleted_at is null);
create index courses_catalogue on courses using btree ("position", created_at desc, course_id) where (deleted_at is null);
create index courses_in_bin on courses using btree (deleted_at desc, course_id) where ((deleted_at is not null) and (left_bin_at is null));
create index courses_in_bundle on courses using gin (bundle_courses) where (kind = 'bundle'::text);
create index courses_media on courses using gin (media_ids(((((((((banner || ' '::text) || ("DEMO_REELS_VIDEOS")::text) || (benefits_samples)::text) || (additional_infobanners)::text) || (product_content_samples)::text) || (bonuses)::text) || (exclusive_bonuses)::text) || ("CUSTOMER_REVIEWS")::text)));
create index courses_newest on courses using btree (created_at desc, course_id) where (deleted_at is null);
create index courses_planned on courses using btree (course_id) where ((deleted_at is null) and ((publish_at is not null) or (withdraw_at is not null) or (sale_price_paise is not null)));
create index courses_price on courses using btree ((
case
    when sale_shown then sale_price_paise
    else price_paise
end), course_id) where (deleted_at is null);
create index courses_states on courses using btree (state, "position", created_at desc, course_id) where ((deleted_at is null) and (state <> 'published'::text));
create index deleted_promocodes_code on deleted_promocodes using btree (promocode, deleted_at desc);
create index deleted_promocodes_course on deleted_promocodes using btree (course_id);
create index deleted_promocodes_deleted on deleted_promocodes using btree (deleted_at);
create index disputes_not_ended on disputes using btree (payment_id) where ((status is null) or (status = any (array['open'::text, 'under_review'::text])));
create index disputes_order on disputes using btree (order_id);
create unique index documents_corrected_once on documents using btree (corrects, kind) where (corrects is not null);
create index documents_issued on documents using btree (issued_at, document_id);
create unique index documents_number on documents using btree (series, number);
create unique index documents_one_per_order on documents using btree (order_id) where ((refund_id is null) and (corrects is null));
create unique index documents_one_per_refund on documents using btree (refund_id) where (refund_id is not null);
create index documents_order on documents using btree (order_id);
create index enrolments_course on enrolments using btree (course_id);
create index enrolments_ending on enrolments using btree (ends_at) where ((ends_at is not null) and (revoked_at is null) and (not continued));
create index enrolments_free on enrolments using btree (course_id) where free;
create index enrolments_gift_code on enrolments using btree (gift_code);
create index enrolments_given_by on enrolments using btree (given_by) where (given_by is not null);
create index enrolments_move on enrolments using btree (move_id) where (move_id is not null);
create unique index enrolments_one_per_course on enrolments using btree (user_id, course_id) where ((revoked_at is null) and (not continued));
create index enrolments_order on enrolments using btree (order_id);
create index enrolments_student on enrolments using btree (user_id, course_id, id);
create index gateway_events_newest on gateway_events using btree (received_at);
create index gateway_events_order on gateway_events using btree (order_id);
create index gateway_events_unmatched on gateway_events using btree (received_at desc, event_id) where (outcome ~~ 'unmatched%'::text);
create index gateway_events_unprocessed on gateway_events using btree (received_at) where (processed_at is null);
create index gift_codes_course on gift_codes using btree (course_id);
create index gift_codes_order on gift_codes using btree (order_id);
create index gift_codes_redeemed_by on gift_codes using btree (redeemed_by);
create unique index guarantee_requests_one_open on guarantee_requests using btree (order_id) where (status = 'open'::text);
create index guarantee_requests_order on guarantee_requests using btree (order_id, id);
create index hand_in_files_unsent on hand_in_files using btree (created_at) where (hand_in_id is null);
create index hand_in_files_user on hand_in_files using btree (user_id, lesson_id);
create index hand_ins_course on hand_ins using btree (course_id);
create unique index hand_ins_one_waits on hand_ins using btree (user_id, lesson_id) where (status = 'waiting'::text);
create index hand_ins_status on hand_ins using btree (status, handed_in_at);
create index hand_ins_user on hand_ins using btree (user_id, lesson_id, hand_in_id);
create index idempotency_keys_created on idempotency_keys using btree (created_at);
create unique index known_devices_admin on known_devices using btree (admin_id, device, network) where (admin_id is not null);
create index known_devices_seen on known_devices using btree (last_seen_at);
create unique index known_devices_user on known_devices using btree (user_id, device, network) where (user_id is not null);
create index lesson_notes_course on lesson_notes using btree (course_id);
create index lesson_notes_user on lesson_notes using btree (user_id, course_id, note_id);
create index lesson_progress_completed on lesson_progress using btree (completed_at) where (completed_at is not null);
create index lesson_progress_course on lesson_progress using btree (course_id);
create index lessons_course on lessons using btree (course_id, "position");
create index lessons_media on lessons using gin (media_ids(((((((watch_link || ' '::text) || coalesce(download_link, ''::text)) || ' '::text) || (files)::text) || ' '::text) || (captions)::text)));
create unique index lessons_preview on lessons using btree (course_id) where preview;
create index letter_recipients_leased on letter_recipients using btree (leased_until) where (state = 'leased'::text);
create unique index letter_recipients_once on letter_recipients using btree (letter_id, user_id, occasion);
create index letter_recipients_provider on letter_recipients using btree (provider_id) where (provider_id is not null);
create unique index letter_recipients_token on letter_recipients using btree (token);
create unique index letter_recipients_unsubscribe on letter_recipients using btree (unsubscribe_token);
create index letter_recipients_user on letter_recipients using btree (user_id);
create index letter_recipients_waiting on letter_recipients using btree (receiver, due_at, recipient_id) where (state = 'waiting'::text);
create index letters_made_by on letters using btree (made_by);
create index letters_open on letters using btree (send_at) where (status = any (array['scheduled'::text, 'sending'::text]));
create index letters_steps on letters using btree (sequence_id, step) where (sequence_id is not null);
create index live_joins_course on live_joins using btree (course_id);
create index live_joins_user on live_joins using btree (user_id);
create index live_lessons_course on live_lessons using btree (course_id, starts_at);
create index live_lessons_starts on live_lessons using btree (starts_at);
create index live_letters_user on live_letters using btree (user_id);
create index mails_sent_taken on mails_sent using btree (taken_until);
create index media_in_folder on media using btree (folder, created_at desc, media_id);
create index media_library on media using btree (created_at desc, media_id);
create index media_newest on media using btree (kind, created_at desc, media_id);
create index media_paid on media using btree (media_id) where paid;
create index media_sha256 on media using btree (sha256);
create index media_unprobed on media using btree (created_at) where ((kind = 'video'::text) and (probed_at is null));
create index media_uploads_admin on media_uploads using btree (admin_id);
create index media_uploads_media on media_uploads using btree (media_id);
create index media_uploads_touched on media_uploads using btree (touched_at);
create index media_uploads_user on media_uploads using btree (user_id) where (user_id is not null);
create index move_archives_made on move_archives using btree (made_at desc);
create index move_archives_made_by on move_archives using btree (made_by);
create unique index move_archives_upload on move_archives using btree (upload_id);
create index move_letter_people_user on move_letter_people using btree (user_id);
create index move_letter_people_waiting on move_letter_people using btree (move_id, tries, user_id) where ((taken_at is null) and (refused_at is null));
create index move_outs_asked_by on move_outs using btree (asked_by);
create index move_people_user on move_people using btree (user_id);
create index move_rows_email on move_rows using btree (email);
create index move_rows_open on move_rows using btree (move_id, row_no) where ((done_at is null) and (state = any (array['new'::text, 'existing'::text, 'waiting'::text])));
create index move_rows_user on move_rows using btree (user_id);
create index moves_headings on moves using btree (headings_key, made_at desc) where (plan is not null);
create index moves_made_at on moves using btree (made_at desc);
create index moves_made_by on moves using btree (made_by);
create index moves_running on moves using btree (made_at) where (status = 'running'::text);
create index offers_course on offers using btree (course_id);
create index offers_newest on offers using btree (created_at desc, offer_id desc) where (deleted_at is null);
create index order_events_order on order_events using btree (order_id, id);
create index order_lines_bundle_id on order_lines using btree (bundle_id);
create index order_lines_course on order_lines using btree (course_id);
create index order_lines_offer on order_lines using btree (offer_id) where (offer_id is not null);
create index order_payments_newest on order_payments using btree (created_at);
create index order_payments_order on order_payments using btree (order_id);
create index orders_by_promocode on orders using btree (promocode) where (promocode is not null);
create index orders_by_total on orders using btree (total_paise, order_id);
create index orders_gateway_order on orders using btree (gateway_order_id);
create index orders_in_review on orders using btree (order_id) where (status = 'review'::text);
create index orders_newest on orders using btree (created_at desc, order_id);
create index orders_of_disclaimer on orders using btree (disclaimer_id) where (disclaimer_id is not null);
create unique index orders_one_open on orders using btree (user_id, fingerprint) where (status = 'created'::text);
create index orders_open_end on orders using btree (expires_at) where (status = 'created'::text);
create unique index orders_order_no on orders using btree (order_no);
create unique index orders_page_order on orders using btree (page_order_id) where (page_order_id is not null);
create index orders_paid on orders using btree (paid_at) where (paid_at is not null);
create index orders_paid_figures on orders using btree (paid_at) include (status, total_paise, order_id) where (paid_at is not null);
create index orders_payment on orders using btree (payment_id);
create index orders_promocode on orders using btree (promocode_id, status) where (promocode_id is not null);
create index orders_status_newest on orders using btree (status, created_at desc);
create index orders_tax_settings on orders using btree (tax_settings_id) where (tax_settings_id is not null);
create index orders_to_poll on orders using btree (poll_after) where (poll_after is not null);
create index orders_unanswered on orders using btree (unanswered_since) where (unanswered_since is not null);
create index orders_user on orders using btree (user_id, created_at desc);
create index outside_payments_admin on outside_payments using btree (admin_id);
create unique index outside_payments_once on outside_payments using btree (method, reference) where (method <> 'cash'::text);
create index owner_alerts_order on owner_alerts using btree (order_id);
create index past_orders_email on past_orders using btree (email);
create index past_orders_move on past_orders using btree (move_id);
create index past_orders_newest on past_orders using btree (ordered_at desc nulls last, past_order_id desc);
create index past_orders_user on past_orders using btree (user_id);
create index promocodes_course on promocodes using btree (course_id);
create index promocodes_expires on promocodes using btree (expires_at);
create index promocodes_newest on promocodes using btree (created_at desc, id desc);
create index questions_newest on questions using btree (asked_at desc, question_id desc);
create index questions_of_user on questions using btree (user_id, course_id, lesson_id);
create index questions_shown on questions using btree (course_id, lesson_id, answered_at desc) where (shown_at is not null);
create index questions_waiting on questions using btree (asked_at) where (answer is null);
create index quiz_attempts_course on quiz_attempts using btree (course_id);
create index quiz_attempts_lesson on quiz_attempts using btree (lesson_id);
create index quiz_attempts_user on quiz_attempts using btree (user_id, lesson_id, attempt_id);
create index quizzes_course on quizzes using btree (course_id);
create index rate_limits_expire on rate_limits using btree (expire);
create index referral_rewards_order on referral_rewards using btree (order_id);
create index referral_rewards_referrer on referral_rewards using btree (referrer_id);
create index refund_requests_asked_by on refund_requests using btree (asked_by);
create index refund_requests_closed_by on refund_requests using btree (closed_by);
create unique index refund_requests_key on refund_requests using btree (order_id, idempotency_key);
create unique index refund_requests_one_open on refund_requests using btree (order_id) where (status = 'open'::text);
create index refund_seats_course on refund_seats using btree (course_id);
create index refunds_admin on refunds using btree (admin_id);
create index refunds_failed on refunds using btree (payment_id) where (status = 'failed'::text);
create unique index refunds_key on refunds using btree (order_id, idempotency_key) where (idempotency_key is not null);
create index refunds_not_ended on refunds using btree (order_id, created_at) where (status = any (array['requested'::text, 'pending'::text]));
create index refunds_order on refunds using btree (order_id);
create index refunds_payment on refunds using btree (payment_id);
create index refunds_processed_at on refunds using btree (updated_at) where (status = 'processed'::text);
create unique index refunds_reference on refunds using btree (order_id, channel, reference) where ((reference is not null) and (status <> 'failed'::text));
create index reviews_newest on reviews using btree (updated_at desc, review_id desc);
create index reviews_of_course on reviews using btree (course_id, updated_at desc, review_id desc);
create unique index reviews_one_each on reviews using btree (user_id, course_id);
create unique index segments_name on segments using btree (lower(name));
create index sessions_admin on sessions using btree (admin_id);
create index sessions_expires on sessions using btree (expires_at);
create index sessions_user on sessions using btree (user_id);
create unique index sessions_view_code on sessions using btree (view_code) where (view_code is not null);
create index sessions_viewed_by on sessions using btree (viewed_by) where (viewed_by is not null);
create index settlement_items_entity on settlement_items using btree (entity_id);
create index stale_days_day on stale_days using btree (day);
create index student_notes_admin on student_notes using btree (admin_id);
create index student_notes_user on student_notes using btree (user_id, note_id desc);
create index tax_settings_in_force on tax_settings using btree (valid_from desc, id desc);
create index ticket_answers_of_admin on ticket_answers using btree (admin_id);
create index ticket_answers_of_ticket on ticket_answers using btree (ticket_id, id);
create index tickets_email on tickets using btree (email);
create index tickets_newest on tickets using btree (status, created_at desc, id desc);
create index unknown_money_newest on unknown_money using btree (found_at desc, entity_id) where in_list;
create index unreferenced_files_oldest on unreferenced_files using btree (created_at);
create index users_by_coins on users using btree (coins, id) where (deleted_at is null);
create index users_by_name on users using btree (lower(name), id) where (deleted_at is null);
create index users_mailbox on users using btree (mailbox(email)) where (deleted_at is null);
create index users_newest on users using btree (created_at desc, id desc) where (deleted_at is null);
create index users_referred_by on users using btree (referred_by);
create index users_refused on users using btree (email_refused_at) where (email_refused_at is not null);
create unique index users_reminder_token on users using btree (reminder_token);
create index video_sets_open on video_sets using btree (tries, created_at) where (state = any (array['waiting'::text, 'making'::text]));
create index waiting_courses_course on waiting_courses using btree (course_id);
create index waiting_courses_given_by on waiting_courses using btree (given_by);
create index waiting_courses_move on waiting_courses using btree (move_id) where (move_id is not null);
create index watching_devices_user on watching_devices using btree (user_id);
create index work_reminders_lesson on work_reminders using btree (lesson_id);
create constraint trigger activity_chained after insert on activity deferrable initially deferred for each row execute function chain_activity();
create trigger document_files_never_change before delete or update on document_files for each row execute function keep_issued_document();
create trigger documents_never_change before delete or update on documents for each row execute function keep_issued_document();
create trigger orders_day_change after update of status, paid_at, total_paise on orders for each row when (((old.paid_at is not null) or (new.paid_at is not null))) execute function note_order_day();
create trigger orders_day_gone after delete on orders for each row when ((old.paid_at is not null)) execute function note_order_day();
create trigger orders_day_new after insert on orders for each row when ((new.paid_at is not null)) execute function note_order_day();
create trigger refunds_day after insert or delete or update of status, amount_paise, order_id on refunds for each row execute function note_refund_day();
create trigger users_day after insert or delete or update of created_at, deleted_at on users for each row execute function note_user_day();
alter table activity
    add constraint activity_admin_id_fkey foreign key (admin_id) references admins(id);
alter table ad_agents
    add constraint ad_agents_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table ad_events
    add constraint ad_events_order_id_fkey foreign key (order_id) references orders(order_id);
alter table admin_apps
    add constraint admin_apps_admin_id_fkey foreign key (admin_id) references admins(id) on delete cascade;
alter table admin_challenges
    add constraint admin_challenges_admin_id_fkey foreign key (admin_id) references admins(id) on delete cascade;
alter table admin_passkeys
    add constraint admin_passkeys_admin_id_fkey foreign key (admin_id) references admins(id) on delete cascade;
alter table admin_password_links
    add constraint admin_password_links_admin_id_fkey foreign key (admin_id) references admins(id) on delete cascade;
alter table admin_recovery_codes
    add constraint admin_recovery_codes_admin_id_fkey foreign key (admin_id) references admins(id) on delete cascade;
alter table assignments
    add constraint assignments_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade;
alter table assignments
    add constraint assignments_lesson_id_fkey foreign key (lesson_id) references lessons(lesson_id) on delete cascade;
alter table certificate_courses
    add constraint certificate_courses_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade;
alter table certificates
    add constraint certificates_course_id_fkey foreign key (course_id) references courses(course_id);
alter table certificates
    add constraint certificates_list_no_place_fkey foreign key (list_no, place) references certificate_places(list_no, place);
alter table certificates
    add constraint certificates_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table coin_ledger
    add constraint coin_ledger_admin_id_fkey foreign key (admin_id) references admins(id);
alter table coin_ledger
    add constraint coin_ledger_user_id_fkey foreign key (user_id) references users(id);
alter table consents
    add constraint consents_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table contact_changes
    add constraint contact_changes_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table course_versions
    add constraint course_versions_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade;
alter table deleted_promocodes
    add constraint deleted_promocodes_course_id_fkey foreign key (course_id) references courses(course_id);
alter table disputes
    add constraint disputes_order_id_fkey foreign key (order_id) references orders(order_id);
alter table document_files
    add constraint document_files_document_id_fkey foreign key (document_id) references documents(document_id);
alter table documents
    add constraint documents_corrects_fkey foreign key (corrects) references documents(document_id);
alter table documents
    add constraint documents_order_id_fkey foreign key (order_id) references orders(order_id);
alter table documents
    add constraint documents_refund_id_fkey foreign key (refund_id) references refunds(refund_id);
alter table enrolments
    add constraint enrolments_course_id_fkey foreign key (course_id) references courses(course_id);
alter table enrolments
    add constraint enrolments_gift_code_fkey foreign key (gift_code) references gift_codes(code);
alter table enrolments
    add constraint enrolments_given_by_fkey foreign key (given_by) references admins(id);
alter table enrolments
    add constraint enrolments_move_id_fkey foreign key (move_id) references moves(move_id);
alter table enrolments
    add constraint enrolments_order_id_fkey foreign key (order_id) references orders(order_id);
alter table enrolments
    add constraint enrolments_user_id_fkey foreign key (user_id) references users(id);
alter table gateway_events
    add constraint gateway_events_order_id_fkey foreign key (order_id) references orders(order_id);
alter table gift_codes
    add constraint gift_codes_course_id_fkey foreign key (course_id) references courses(course_id);
alter table gift_codes
    add constraint gift_codes_order_id_fkey foreign key (order_id) references orders(order_id);
alter table gift_codes
    add constraint gift_codes_redeemed_by_fkey foreign key (redeemed_by) references users(id);
alter table guarantee_requests
    add constraint guarantee_requests_order_id_fkey foreign key (order_id) references orders(order_id);
alter table hand_in_files
    add constraint hand_in_files_hand_in_id_fkey foreign key (hand_in_id) references hand_ins(hand_in_id);
alter table hand_in_files
    add constraint hand_in_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table hand_ins
    add constraint hand_ins_course_id_fkey foreign key (course_id) references courses(course_id);
alter table hand_ins
    add constraint hand_ins_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table known_devices
    add constraint known_devices_admin_id_fkey foreign key (admin_id) references admins(id) on delete cascade;
alter table known_devices
    add constraint known_devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table learning_beats
    add constraint learning_beats_user_id_fkey foreign key (user_id) references users(id);
alter table learning_late_batches
    add constraint learning_late_batches_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table lesson_notes
    add constraint lesson_notes_course_id_fkey foreign key (course_id) references courses(course_id);
alter table lesson_notes
    add constraint lesson_notes_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table lesson_progress
    add constraint lesson_progress_course_id_fkey foreign key (course_id) references courses(course_id);
alter table lesson_progress
    add constraint lesson_progress_user_id_fkey foreign key (user_id) references users(id);
alter table lessons
    add constraint lessons_course_id_fkey foreign key (course_id) references courses(course_id);
alter table letter_clicks
    add constraint letter_clicks_recipient_id_fkey foreign key (recipient_id) references letter_recipients(recipient_id) on delete cascade;
alter table letter_recipients
    add constraint letter_recipients_letter_id_fkey foreign key (letter_id) references letters(letter_id) on delete cascade;
alter table letter_recipients
    add constraint letter_recipients_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table letters
    add constraint letters_made_by_fkey foreign key (made_by) references admins(id);
alter table letters
    add constraint letters_sequence foreign key (sequence_id) references sequences(sequence_id);
alter table live_joins
    add constraint live_joins_course_id_fkey foreign key (course_id) references courses(course_id);
alter table live_joins
    add constraint live_joins_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table live_lessons
    add constraint live_lessons_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade;
alter table live_letters
    add constraint live_letters_lesson_id_fkey foreign key (lesson_id) references live_lessons(lesson_id) on delete cascade;
alter table live_letters
    add constraint live_letters_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table media_uploads
    add constraint media_uploads_admin_id_fkey foreign key (admin_id) references admins(id);
alter table media_uploads
    add constraint media_uploads_media_id_fkey foreign key (media_id) references media(media_id) on delete set null;
alter table media_uploads
    add constraint media_uploads_user_id_fkey foreign key (user_id) references users(id);
alter table move_archives
    add constraint move_archives_made_by_fkey foreign key (made_by) references admins(id);
alter table move_letter_people
    add constraint move_letter_people_move_id_fkey foreign key (move_id) references move_letters(move_id) on delete cascade;
alter table move_letter_people
    add constraint move_letter_people_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table move_letters
    add constraint move_letters_move_id_fkey foreign key (move_id) references moves(move_id) on delete cascade;
alter table move_outs
    add constraint move_outs_asked_by_fkey foreign key (asked_by) references admins(id);
alter table move_people
    add constraint move_people_move_id_fkey foreign key (move_id) references moves(move_id) on delete cascade;
alter table move_people
    add constraint move_people_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table move_rows
    add constraint move_rows_move_id_fkey foreign key (move_id) references moves(move_id) on delete cascade;
alter table move_rows
    add constraint move_rows_user_id_fkey foreign key (user_id) references users(id);
alter table moves
    add constraint moves_made_by_fkey foreign key (made_by) references admins(id);
alter table offers
    add constraint offers_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade;
alter table order_events
    add constraint order_events_order_id_fkey foreign key (order_id) references orders(order_id);
alter table order_lines
    add constraint order_lines_bundle_id_fkey foreign key (bundle_id) references courses(course_id);
alter table order_lines
    add constraint order_lines_course_id_fkey foreign key (course_id) references courses(course_id);
alter table order_lines
    add constraint order_lines_offer_id_fkey foreign key (offer_id) references offers(offer_id);
alter table order_lines
    add constraint order_lines_order_id_fkey foreign key (order_id) references orders(order_id);
alter table order_payments
    add constraint order_payments_order_id_fkey foreign key (order_id) references orders(order_id);
alter table orders
    add constraint orders_disclaimer_id_fkey foreign key (disclaimer_id) references disclaimers(disclaimer_id);
alter table orders
    add constraint orders_tax_settings_id_fkey foreign key (tax_settings_id) references tax_settings(id);
alter table orders
    add constraint orders_user_id_fkey foreign key (user_id) references users(id);
alter table outside_payments
    add constraint outside_payments_admin_id_fkey foreign key (admin_id) references admins(id);
alter table outside_payments
    add constraint outside_payments_order_id_fkey foreign key (order_id) references orders(order_id);
alter table owner_alerts
    add constraint owner_alerts_order_id_fkey foreign key (order_id) references orders(order_id);
alter table past_orders
    add constraint past_orders_user_id_fkey foreign key (user_id) references users(id);
alter table promocodes
    add constraint promocodes_course_id_fkey foreign key (course_id) references courses(course_id);
alter table questions
    add constraint questions_course_id_fkey foreign key (course_id) references courses(course_id);
alter table questions
    add constraint questions_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table quiz_attempts
    add constraint quiz_attempts_course_id_fkey foreign key (course_id) references courses(course_id);
alter table quiz_attempts
    add constraint quiz_attempts_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table quizzes
    add constraint quizzes_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade;
alter table quizzes
    add constraint quizzes_lesson_id_fkey foreign key (lesson_id) references lessons(lesson_id) on delete cascade;
alter table referral_rewards
    add constraint referral_rewards_order_id_fkey foreign key (order_id) references orders(order_id);
alter table referral_rewards
    add constraint referral_rewards_referred_id_fkey foreign key (referred_id) references users(id);
alter table referral_rewards
    add constraint referral_rewards_referrer_id_fkey foreign key (referrer_id) references users(id);
alter table refund_requests
    add constraint refund_requests_asked_by_fkey foreign key (asked_by) references admins(id);
alter table refund_requests
    add constraint refund_requests_closed_by_fkey foreign key (closed_by) references admins(id);
alter table refund_requests
    add constraint refund_requests_order_id_fkey foreign key (order_id) references orders(order_id);
alter table refund_seats
    add constraint refund_seats_course_id_fkey foreign key (course_id) references courses(course_id);
alter table refund_seats
    add constraint refund_seats_refund_id_fkey foreign key (refund_id) references refunds(refund_id);
alter table refunds
    add constraint refunds_admin_id_fkey foreign key (admin_id) references admins(id);
alter table refunds
    add constraint refunds_order_id_fkey foreign key (order_id) references orders(order_id);
alter table reviews
    add constraint reviews_course_id_fkey foreign key (course_id) references courses(course_id);
alter table reviews
    add constraint reviews_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table sessions
    add constraint sessions_admin_id_fkey foreign key (admin_id) references admins(id) on delete cascade;
alter table sessions
    add constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table sessions
    add constraint sessions_viewed_by_fkey foreign key (viewed_by) references admins(id) on delete cascade;
alter table settlement_items
    add constraint settlement_items_month_fkey foreign key (month) references settlement_months(month);
alter table student_notes
    add constraint student_notes_admin_id_fkey foreign key (admin_id) references admins(id);
alter table student_notes
    add constraint student_notes_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table ticket_answers
    add constraint ticket_answers_admin foreign key (admin_id) references admins(id) on delete set null;
alter table ticket_answers
    add constraint ticket_answers_ticket foreign key (ticket_id) references tickets(id) on delete cascade;
alter table unreferenced_files
    add constraint unreferenced_files_upload_id_fkey foreign key (upload_id) references media_uploads(upload_id) on delete set null;
alter table user_carts
    add constraint user_carts_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table users
    add constraint users_referred_by_fkey foreign key (referred_by) references users(id);
alter table video_rungs
    add constraint video_rungs_media_id_fkey foreign key (media_id) references video_sets(media_id) on delete cascade;
alter table video_sets
    add constraint video_sets_media_id_fkey foreign key (media_id) references media(media_id) on delete cascade;
alter table waiting_courses
    add constraint waiting_courses_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade;
alter table waiting_courses
    add constraint waiting_courses_given_by_fkey foreign key (given_by) references admins(id);
alter table waiting_courses
    add constraint waiting_courses_move_id_fkey foreign key (move_id) references moves(move_id);
alter table watching_devices
    add constraint watching_devices_session_id_fkey foreign key (session_id) references sessions(session_id) on delete cascade;
alter table watching_devices
    add constraint watching_devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table whatsapp_people
    add constraint whatsapp_people_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table work_reminders
    add constraint work_reminders_lesson_id_fkey foreign key (lesson_id) references lessons(lesson_id) on delete cascade;
alter table work_reminders
    add constraint work_reminders_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
do $$
begin
  create extension if not exists pg_trgm;
  create index activity_words on activity using gin ((((((coalesce(target_name, ''::text) || ' '::text) || admin_email) || ' '::text) || call)) gin_trgm_ops);
  create index courses_any_name_part on courses using gin (name gin_trgm_ops);
  create index courses_name_part on courses using gin (name gin_trgm_ops) where (deleted_at is null);
  create index orders_number_part on orders using gin (order_id gin_trgm_ops);
  create index users_email_part on users using gin (email gin_trgm_ops) where (deleted_at is null);
  create index users_name_part on users using gin (name gin_trgm_ops) where (deleted_at is null);
  create index users_phone_part on users using gin (phone gin_trgm_ops) where (deleted_at is null);
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;
insert into activity_chain (only_one, last_no, last_hash) values (true, 0, '');
insert into catalogue_version (single_row, version) values (true, 1);
insert into sequences (sequence_id, name, trigger, course_id, active, active_since, made_at, changed_at) values ('seq_order_unpaid', 'Unpaid order', 'order_unpaid', null, false, null, now(), now());
insert into letters (letter_id, sequence_id, step, name, subject, blocks, segment, channel, template, status, send_at, begun_at, ended_at, stopped, problem, touched_at, watched_from, made_by, made_at, changed_at, after_minutes, step_since) values ('let_order_unpaid_1', 'seq_order_unpaid', 0, 'Unpaid order', 'Your order is not paid yet', '[{"text": "Hello {name},\\n\\nyour order is not paid yet, and nothing was charged for it. Your courses are still in your cart.\\n\\nDid something go wrong while you paid? Reply to this email, and we help you."}]', '{"all": []}', 'email', null, 'draft', null, null, null, null, null, null, null, null, now(), now(), 60, now());
insert into letters (letter_id, sequence_id, step, name, subject, blocks, segment, channel, template, status, send_at, begun_at, ended_at, stopped, problem, touched_at, watched_from, made_by, made_at, changed_at, after_minutes, step_since) values ('let_order_unpaid_2', 'seq_order_unpaid', 1, 'Unpaid order', 'Your courses are still in your cart', '[{"text": "Hello {name},\\n\\nyesterday you chose courses and did not pay for them. They are still in your cart.\\n\\nThis is our last email about this order."}]', '{"all": []}', 'email', null, 'draft', null, null, null, null, null, null, null, null, now(), now(), 1440, now());
insert into letter_pace (receiver, next_at, slow_until) values ('all', '1970-01-01 00:00:00+00', '1970-01-01 00:00:00+00');
insert into letter_pace (receiver, next_at, slow_until) values ('gmail.com', '1970-01-01 00:00:00+00', '1970-01-01 00:00:00+00');
insert into letter_pace (receiver, next_at, slow_until) values ('yahoo.com', '1970-01-01 00:00:00+00', '1970-01-01 00:00:00+00');
insert into letter_pace (receiver, next_at, slow_until) values ('outlook.com', '1970-01-01 00:00:00+00', '1970-01-01 00:00:00+00');
insert into letter_pace (receiver, next_at, slow_until) values ('other', '1970-01-01 00:00:00+00', '1970-01-01 00:00:00+00');
insert into letter_pace (receiver, next_at, slow_until) values ('whatsapp', '1970-01-01 00:00:00+00', '1970-01-01 00:00:00+00');
insert into letter_settings (only_row, per_hour, per_hour_receiver, bounce_domain, bounce_secret_hash, day_begins, day_ends) values (true, 300, 150, '', null, 9, 21);
insert into referral_settings (single_row, reward_coins) values (true, 0);
insert into shop_settings (single_row, changes, version, updated_at, settled_steps, invoice_prefix, refund_limit_paise) values (true, '{}', 1, now(), '{}', 'SH', null);
`

export const down = `
drop table if exists
  activity,
  activity_chain,
  ad_agents,
  ad_config,
  ad_events,
  admin_apps,
  admin_challenges,
  admin_passkeys,
  admin_password_links,
  admin_recovery_codes,
  admins,
  assignments,
  backup_plan,
  backups,
  catalogue_version,
  certificate_courses,
  certificate_keys,
  certificate_places,
  certificates,
  coin_ledger,
  consents,
  contact_changes,
  course_versions,
  courses,
  day_courses,
  day_figures,
  day_sources,
  deleted_promocodes,
  disclaimers,
  disputes,
  document_files,
  document_series,
  documents,
  enrolments,
  gateway_config,
  gateway_events,
  gateway_pause,
  gateway_refusals,
  gift_codes,
  guarantee_requests,
  hand_in_files,
  hand_ins,
  idempotency_keys,
  job_rounds,
  known_devices,
  learning_beats,
  learning_late_batches,
  lesson_notes,
  lesson_progress,
  lessons,
  letter_clicks,
  letter_pace,
  letter_recipients,
  letter_settings,
  letters,
  live_joins,
  live_lessons,
  live_letters,
  mail_trouble,
  mails_sent,
  media,
  media_uploads,
  move_archives,
  move_letter_people,
  move_letters,
  move_outs,
  move_people,
  move_rows,
  moves,
  offers,
  order_events,
  order_lines,
  orders,
  order_payments,
  outside_payments,
  owner_alerts,
  page_views,
  past_orders,
  policy_texts,
  promocodes,
  questions,
  quiz_attempts,
  quizzes,
  rate_limits,
  referral_rewards,
  referral_settings,
  referral_terms,
  refund_requests,
  refund_seats,
  refunds,
  restores,
  reviews,
  segments,
  sequences,
  sessions,
  settlement_items,
  settlement_months,
  shop_settings,
  stale_days,
  student_notes,
  tax_settings,
  ticket_answers,
  tickets,
  unknown_money,
  unreferenced_files,
  user_carts,
  users,
  video_rungs,
  video_sets,
  video_turn,
  visit_steps,
  waiting_courses,
  watching_devices,
  whatsapp_config,
  whatsapp_people,
  whatsapp_templates,
  withdrawn_certificates,
  work_reminders
cascade;
drop sequence if exists order_numbers cascade;
do $$ declare made record; begin
  for made in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace and proname = any(array['activity_details_hash', 'activity_hash', 'chain_activity', 'chain_activity_entry', 'indian_day', 'keep_issued_document', 'mailbox', 'media_ids', 'note_order_day', 'note_refund_day', 'note_user_day', 'order_number']) loop
    execute format('drop function %s cascade', made.name);
  end loop;
end $$;
`
