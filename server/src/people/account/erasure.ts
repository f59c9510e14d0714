import { HAS_PROVEN_EMAIL } from '../../shop/users/accounts.sql.ts'

/** A person to erase, as the statements name it; email and phones are those until now. */
export type Person = {
  /** `users.id`. */
  id: number
  user_id: string
  email: string
  phone: string
  phone_key: string
  /** Replaces the name. */
  nobody: string
  now: Date
}

type PersonTable = {
  table: string
  /** Columns that hold a person, and hold none after `statement`. */
  erased: readonly string[]
  /** Columns that stay as they are, by the reason why. */
  kept?: Readonly<Record<string, readonly string[]>>
  /** Undefined where every column stays. */
  statement?: string
}

/** Replaces the name. */
export const DELETED = 'Deleted user'

/** Fields of the activity log with a person's own words. */
const WORDS = `'{name,email,phone,reason,note,answer}'::text[]`
const ORDERS_OF_PERSON = 'select order_id from orders where user_id = :id'
const SHOP = 'ids and words of the shop'
/** CGST Act, section 36. Lists, searches and tables of the console show the person no more. */
const ISSUED = 'an issued document never changes, and is kept for 72 months by law'
const BEFORE = 'sales of the shop before without their buyer, and a digest that finds a row that is moved in again'
const LEDGER = 'the ledger keeps what was sold; the account behind the number names nobody'

/**
 * Every table of which something stays when a student is erased, in the order in which it is erased; `users` comes last, because the
 * others are found by it. A column of text, of JSON, or that names a student is in one of the two lists (`erasure.test.ts` reads the
 * schema), so a new one cannot be forgotten. A table that `references users on delete cascade` needs no row: all of it goes.
 */
export const personTables: readonly PersonTable[] = [
  {
    table: 'lesson_progress',
    erased: ['user_id', 'course_id', 'lesson_id', 'position_tab', 'move_id'],
    statement: 'delete from lesson_progress where user_id = :id',
  },
  { table: 'learning_beats', erased: ['user_id'], statement: 'delete from learning_beats where user_id = :id' },
  {
    table: 'coin_ledger',
    erased: ['reason'],
    kept: { [LEDGER]: ['user_id'] },
    // An admin's own words may name the person.
    statement: `update coin_ledger set reason = case when change > 0 then 'added by admin' else 'subtracted by admin' end
      where user_id = :id and admin_id is not null`,
  },
  {
    table: 'orders',
    erased: ['billing_name', 'billing_address'],
    kept: {
      [LEDGER]: ['user_id', 'billing_state'],
      'the number of a business, whose invoices the law wants kept': ['billing_gstin'],
      [SHOP]: ['order_id', 'order_no', 'status', 'fingerprint', 'promocode'],
      'ids of the gateway': [
        ...['gateway_link_id', 'payment_link', 'gateway_order_id', 'page_order_id', 'payment_id', 'gateway_key_id'],
      ],
      'the id of a trace': ['traceparent'],
      'the link that led to a sale, without the ids of its click': ['source'],
    },
    statement: `update orders set billing_name = case when billing_gstin is not null then billing_name end,
      billing_address = case when billing_gstin is not null then billing_address end,
      source = source #- '{first,fbclid}' #- '{first,gclid}' #- '{last,fbclid}' #- '{last,gclid}' where user_id = :id`,
  },
  {
    table: 'ad_events',
    erased: [],
    kept: { [SHOP]: ['order_id', 'channel', 'kind', 'refund_id', 'state', 'reason'] },
  },
  {
    table: 'past_orders',
    erased: ['user_id', 'email', 'name'],
    kept: {
      [BEFORE]: ['order_ref', 'source', 'course', 'course_id', 'currency', 'coupon', 'fingerprint'],
      [SHOP]: ['status', 'move_id'],
    },
    statement: `update past_orders set user_id = null, email = null, name = null
      where user_id = :id or user_id is null and email = :email and ${HAS_PROVEN_EMAIL}`,
  },
  {
    table: 'guarantee_requests',
    erased: ['reason', 'answer'],
    kept: { [SHOP]: ['order_id', 'status', 'course_ids'] },
    statement: `update guarantee_requests set reason = null, answer = case when status = 'declined' then '' end
      where order_id in (${ORDERS_OF_PERSON})`,
  },
  {
    table: 'refund_requests',
    erased: ['reason', 'answer'],
    kept: {
      [SHOP]: ['request_id', 'order_id', 'status', 'redeemed', 'seats', 'about', 'idempotency_key'],
      'the number of a transfer': ['bank'],
    },
    statement: `update refund_requests set reason = null, answer = null where order_id in (${ORDERS_OF_PERSON})`,
  },
  {
    table: 'refunds',
    erased: ['reason'],
    kept: {
      [SHOP]: ['refund_id', 'order_id', 'status', 'origin', 'idempotency_key', 'redeemed', 'channel', 'lines'],
      'ids of the gateway': ['payment_id', 'gateway_refund_id'],
      'the number of a transfer or dispute': ['reference'],
    },
    // An admin's own words may name the person.
    statement: `update refunds set reason = null where order_id in (${ORDERS_OF_PERSON})`,
  },
  {
    table: 'outside_payments',
    erased: [],
    kept: { 'the number of a transfer or receipt': ['reference'], [SHOP]: ['order_id', 'method'] },
  },
  {
    table: 'gateway_events',
    erased: ['body'],
    kept: { 'ids and words of the gateway': ['event_id', 'event', 'outcome'], [SHOP]: ['order_id'] },
    // The gateway's events bear email and phone of who paid.
    statement: `update gateway_events set body = '{}' where order_id in (${ORDERS_OF_PERSON})`,
  },
  {
    table: 'documents',
    erased: [],
    kept: {
      [ISSUED]: ['facts'],
      [SHOP]: ['document_id', 'order_id', 'refund_id', 'corrects', 'reverses', 'kind', 'series', 'serial'],
    },
  },
  {
    table: 'media_uploads',
    erased: ['user_id', 'name', 'metadata', 'sha256', 'refused_data'],
    kept: { [SHOP]: ['upload_id', 'kind', 'media_id', 'refused_code', 'refused_detail', 'held_by'] },
    // The next sweep takes the bytes.
    statement: `update media_uploads set user_id = null, name = 'file', metadata = '{}', sha256 = null, refused_data = null,
      touched_at = 'epoch' where user_id = :id`,
  },
  { table: 'document_files', erased: [], kept: { [ISSUED]: ['sha256', 'bytes'], [SHOP]: ['document_id'] } },
  {
    table: 'activity',
    erased: ['target_name', 'before', 'after', 'salt'],
    kept: {
      'who did what, without whom it was done to': ['admin_email', 'admin_role', 'call', 'kind', 'target_id'],
      'the chain: without its salt a digest tells nothing': ['details_hash', 'previous_hash', 'hash'],
    },
    statement: `update activity set salt = null,
        target_name = case when kind = 'user' then :nobody else target_name end,
        before = before - ${WORDS}, after = after - ${WORDS}
      where (kind = 'user' and target_id = :user_id) or (kind = 'order' and target_id in (${ORDERS_OF_PERSON}))`,
  },
  {
    table: 'ticket_answers',
    erased: ['text'],
    statement: `delete from ticket_answers where ticket_id in (select id from tickets where email = :email and ${HAS_PROVEN_EMAIL})`,
  },
  {
    table: 'tickets',
    // All who wrote under this address: the words are about its proven holder.
    erased: ['ticket_no', 'status', 'name', 'email', 'subject', 'message', 'language'],
    statement: `delete from tickets where email = :email and ${HAS_PROVEN_EMAIL}`,
  },
  {
    table: 'waiting_courses',
    // They belong to whoever has the mailbox, and who registered with the address of another may not drop them.
    erased: ['email', 'course_id', 'given_by', 'given_until', 'given_at', 'enrolled_at', 'progress', 'move_id'],
    statement: `delete from waiting_courses where email = :email and ${HAS_PROVEN_EMAIL}`,
  },
  {
    table: 'moves',
    // The file of whoever moved in, with everybody else of it, and its samples.
    erased: ['bytes', 'read'],
    kept: {
      [SHOP]: ['move_id', 'status', 'kind', 'source', 'file_name', 'how', 'headings_key', 'plan', 'counts'],
      'numbers of people and courses': ['message'],
    },
    statement: `update moves m set bytes = null, read = jsonb_set(read, '{columns}', (
        select coalesce(jsonb_agg(c || '{"samples": []}'), '[]') from jsonb_array_elements(read->'columns') c))
      where exists (select from move_rows r where r.move_id = m.move_id
        and (r.user_id = :id or r.email = :email or (r.state is null and :email = any(r.cells))))`,
  },
  {
    table: 'move_rows',
    erased: ['move_id', 'cells', 'state', 'reason', 'notes', 'email', 'phone', 'name', 'courses', 'record', 'user_id'],
    statement: `delete from move_rows where user_id = :id or email = :email or (state is null and :email = any(cells))`,
  },
  {
    table: 'pgboss.job_common',
    erased: ['data'],
    kept: {
      'names and settings of the queue': [
        ...['name', 'group_id', 'group_tier', 'source_name', 'dead_letter', 'policy', 'singleton_key'],
      ],
      'what a job said of its end: errors, which name nobody': ['output', 'source_output'],
    },
    statement: `delete from pgboss.job where data->>'email' = :email or data->>'old_email' = :email
      or data->>'phone_key' = :phone_key`,
  },
  {
    table: 'enrolments',
    erased: [],
    kept: { [LEDGER]: ['user_id', 'course_id', 'order_id', 'gift_code', 'access_period', 'move_id'] },
  },
  {
    table: 'gift_codes',
    erased: [],
    kept: { [LEDGER]: ['redeemed_by', 'code', 'order_id', 'course_id'] },
  },
  {
    table: 'referral_rewards',
    erased: [],
    kept: { [LEDGER]: ['referrer_id', 'referred_id', 'order_id'] },
  },
  {
    table: 'order_events',
    erased: ['detail'],
    kept: { 'the timeline of an order': ['order_id', 'kind'] },
    // After amount and admin follows the admin's reason for a refund or grant. The others are amounts, ids and errors.
    statement: `update order_events set detail = case when kind = 'guarantee_asked' then null else split_part(detail, ': ', 1) end
      where kind in ('refund_requested', 'refund_booked', 'granted', 'guarantee_declined', 'guarantee_asked', 'second_person_asked', 'second_person_declined') and order_id in (${ORDERS_OF_PERSON})`,
  },
  {
    table: 'idempotency_keys',
    erased: [],
    kept: { 'the number of an account and of an order, for a day': ['scope', 'key', 'request_hash', 'answer'] },
  },
  {
    table: 'rate_limits',
    erased: [],
    kept: { 'digests, of which the longest-lived ends after a month': ['key'] },
  },
  {
    table: 'users',
    erased: [
      ...['name', 'email', 'phone', 'phone_key', 'password_hash', 'temporary_password_hash', 'email_proven_at'],
      ...['language', 'email_refused_at', 'email_refusal', 'reminder_token'],
    ],
    kept: { [LEDGER]: ['user_id', 'referral_code', 'referred_by'] },
    statement: `update users set name = :nobody, email = null, phone = null, phone_key = null, password_hash = null,
        temporary_password_hash = null, temporary_password_expires_at = null, email_proven_at = null, email_refused_at = null, email_refusal = null,
        must_change_password = false, language = 'en', deleted_at = :now, reminders = false, reminder_token = replace(gen_random_uuid()::text, '-', '')
      where id = :id`,
  },
]
