import { HAS_PROVEN_EMAIL } from '../../shop/users/accounts.sql.ts'

type Part = {
  title: string
  /** The tables of which it shows what is about the person. */
  tables: readonly string[]
  /** Rows of the person with `users.id = :id` and the email `:email`; times are UTC, money is paise. */
  select: string
  /** The column with the address of a file of theirs, which is signed for the session that asks. */
  files?: string
}

const ORDERS = 'select order_id from orders where user_id = :id'

/** "Download my data", in the order in which it is read; tables of students that no part names follow as they are. */
export const ownDataParts: readonly Part[] = [
  {
    title: 'Account',
    tables: ['users'],
    select: `select u.user_id, u.name, u.email, u.phone, u.coins, u.referral_code, r.referral_code as referred_by_code,
        u.email_proven_at, u.email_refused_at, u.email_refusal, u.language, u.reminders, u.created_at, u.joined_at
      from users u left join users r on r.id = u.referred_by where u.id = :id`,
  },
  {
    title: 'New email or phone that waits for its link',
    tables: ['contact_changes'],
    select: 'select kind, value, created_at, expires_at from contact_changes where user_id = :id order by kind',
  },
  {
    title: 'Link that logs in, by email',
    tables: ['login_links'],
    select: 'select created_at, expires_at from login_links where user_id = :id',
  },
  {
    title: 'Logged-in devices',
    tables: ['sessions'],
    select: `select device, address, created_at, last_seen_at, expires_at, revoked_at as ended_at
      from sessions where user_id = :id order by created_at`,
  },
  {
    title: 'Devices that we know',
    tables: ['known_devices'],
    select: 'select device, network, last_seen_at from known_devices where user_id = :id order by last_seen_at',
  },
  {
    title: 'Orders',
    tables: ['orders'],
    select: `select order_no, order_id, status, subtotal_paise, discount_paise, tax_paise, total_paise, promocode, billing_name,
        billing_address, billing_state, billing_gstin, payment_id, created_at, paid_at, source as came_from
      from orders where user_id = :id order by created_at, order_id`,
  },
  {
    title: 'Courses in your orders',
    tables: ['order_lines'],
    select: `select order_id, course_id, course_name, bundle_name, price_paise, quantity, discount_paise, credit_paise, total_paise
      from order_lines where order_id in (${ORDERS}) order by order_id, position`,
  },
  {
    title: 'Orders at the shop before',
    tables: ['past_orders'],
    select: `select source, order_ref, ordered_at, name, email, course, amount_paise, refunded_paise, currency, status, coupon
      from past_orders where user_id = :id or user_id is null and email = :email and ${HAS_PROVEN_EMAIL} order by ordered_at, past_order_id`,
  },
  {
    title: 'Payments',
    tables: ['order_payments'],
    select: `select payment_id, order_id, amount_paise, currency, status, method, created_at
      from order_payments where order_id in (${ORDERS}) order by created_at, payment_id`,
  },
  {
    title: 'Payments outside the gateway',
    tables: ['outside_payments'],
    select: `select order_id, method, reference, received_on from outside_payments where order_id in (${ORDERS}) order by order_id`,
  },
  {
    title: 'What happened to your orders',
    tables: ['order_events'],
    select: `select order_id, kind, created_at from order_events where order_id in (${ORDERS}) order by id`,
  },
  {
    title: 'Refund requests',
    tables: ['guarantee_requests'],
    select: `select order_id, status, course_ids, amount_paise, reason, answer, asked_at, closed_at
      from guarantee_requests where order_id in (${ORDERS}) order by id`,
  },
  {
    title: 'Refunds',
    tables: ['refunds'],
    select: `select refund_id, order_id, amount_paise, status, reason, created_at, updated_at
      from refunds where order_id in (${ORDERS}) order by created_at, refund_id`,
  },
  {
    title: 'Receipts, invoices and credit notes',
    tables: ['documents'],
    select: `select serial, kind, order_id, issued_at, facts from documents where order_id in (${ORDERS}) order by issued_at, serial`,
  },
  {
    title: 'Your courses',
    tables: ['enrolments'],
    select: `select course_id, order_id, gift_code, granted_at, access_period, ends_at, revoked_at from enrolments where user_id = :id order by id`,
  },
  {
    title: 'Rows of lists by which you were moved in',
    tables: ['move_rows', 'move_people'],
    select: `select m.made_at as moved_at, m.source, r.cells from move_rows r join moves m using (move_id)
      where r.user_id = :id or r.email = :email and ${HAS_PROVEN_EMAIL} order by m.made_at, r.row_no`,
  },
  {
    title: 'Your lessons',
    tables: ['lesson_progress'],
    select: `select course_id, lesson_id, seconds, position_seconds, completed_at, moved_in_at, updated_at
      from lesson_progress where user_id = :id order by course_id, lesson_id`,
  },
  {
    title: 'Your progress in the shop before, in courses whose lessons are not all here yet',
    tables: ['waiting_progress'],
    select:
      'select course_id, progress, done_at, stored_at from waiting_progress where user_id = :id order by course_id',
  },
  {
    title: 'Your cart',
    tables: ['user_carts'],
    select: `select line->>'course_id' as course_id, (line->>'quantity')::int as quantity, updated_at
      from user_carts, jsonb_array_elements(lines) as line where user_id = :id`,
  },
  {
    title: 'Your notes',
    tables: ['lesson_notes'],
    select: `select course_id, lesson_id, second, text, created_at, updated_at
      from lesson_notes where user_id = :id order by course_id, note_id`,
  },
  {
    title: 'Your questions under lessons',
    tables: ['questions'],
    select: `select course_id, lesson_id, text, shown_name, asked_at, answer, answered_at, shown_at
      from questions where user_id = :id order by asked_at, question_id`,
  },
  {
    title: 'Devices you watch on',
    tables: ['watching_devices'],
    select: `select s.device, w.beat_at, w.stopped_at from watching_devices w join sessions s using (session_id)
      where w.user_id = :id order by w.beat_at`,
  },
  {
    title: 'Your answers to quizzes',
    tables: ['quiz_attempts'],
    select: `select course_id, lesson_id, answers, right_count, question_count, passed, submitted_at
      from quiz_attempts where user_id = :id order by attempt_id`,
  },
  {
    title: 'Assignments you submitted',
    tables: ['hand_ins', 'hand_in_files'],
    select: `select h.course_id, sent.lesson_id, h.text, f.name as file_name, f.bytes as file_bytes, f.url as file, h.handed_in_at, h.due_at,
        h.status, h.criteria, h.marks, h.feedback, h.marked_at, h.again_due_at
      from (
        select hand_in_id, lesson_id from hand_ins where user_id = :id
        union all select null, lesson_id from hand_in_files where user_id = :id and hand_in_id is null
      ) sent
      left join hand_ins h on h.hand_in_id = sent.hand_in_id
      left join hand_in_files f on f.user_id = :id and f.lesson_id = sent.lesson_id and f.hand_in_id is not distinct from sent.hand_in_id
      order by h.hand_in_id`,
    files: 'file',
  },
  {
    title: 'Live lessons you joined',
    tables: ['live_joins'],
    select: 'select course_id, lesson_id, joined_at from live_joins where user_id = :id order by joined_at',
  },
  {
    title: 'Mails about live lessons to you',
    tables: ['live_letters'],
    select: 'select lesson_id, kind, told_at from live_letters where user_id = :id order by told_at',
  },
  {
    title: 'When you last watched',
    tables: ['learning_beats'],
    select: 'select beat_at from learning_beats where user_id = :id',
  },
  {
    title: 'Devices that sent what you did without a network',
    tables: ['learning_late_batches'],
    select: 'select device, number, taken_at from learning_late_batches where user_id = :id order by taken_at',
  },
  {
    title: 'Reports of your orders to Meta and Google',
    tables: ['ad_events'],
    select: `select order_id, channel, kind, state, created_at, ended_at from ad_events where order_id in (${ORDERS}) order by id`,
  },
  {
    title: 'Gift codes you bought or redeemed',
    tables: ['gift_codes'],
    select: `select code, course_id, order_id, redeemed_by = :id as redeemed_by_you, redeemed_at, revoked_at, created_at
      from gift_codes where order_id in (${ORDERS}) or redeemed_by = :id order by created_at, code`,
  },
  {
    title: 'Coins',
    tables: ['coin_ledger'],
    select: 'select change, balance_after, reason, created_at from coin_ledger where user_id = :id order by id',
  },
  {
    title: 'Referral rewards',
    tables: ['referral_rewards'],
    select: `select case when referrer_id = :id then 'you referred a friend' else 'a friend referred you' end as what, coins, created_at,
        taken_back_at
      from referral_rewards where referrer_id = :id or referred_id = :id order by created_at`,
  },
  {
    title: 'Your reviews',
    tables: ['reviews'],
    select: `select course_id, stars, text, shown_name, created_at, updated_at, reply, replied_at, hidden_reason
      from reviews where user_id = :id order by created_at`,
  },
  {
    title: 'Your certificates',
    tables: ['certificates'],
    select: `select course_id, name, course_name, code, issued_at, revoked_at, revoked_reason
      from certificates where user_id = :id order by issued_at`,
  },
  {
    title: 'What you agreed to',
    tables: ['consents'],
    select:
      'select purpose, agreed, changed_at, source, agreed_on, agreed_text from consents where user_id = :id order by id',
  },
  {
    title: 'Letters to you',
    tables: ['letter_recipients'],
    select: `select l.subject, r.channel, r.address, r.state, r.reason, r.sent_at, r.delivered_at, r.read_at, r.bounced_at, r.blocked_at, r.complained_at,
        r.unsubscribed_at, (select min(c.clicked_at) from letter_clicks c where c.recipient_id = r.recipient_id) as clicked_at
      from letter_recipients r join letters l using (letter_id) where r.user_id = :id order by r.recipient_id`,
  },
  {
    title: 'Your messages to us',
    tables: ['tickets'],
    select: `select ticket_no, status, name, email, subject, message, created_at, done_at
      from tickets where email = :email and ${HAS_PROVEN_EMAIL} order by created_at, ticket_no`,
  },
  {
    title: 'Our answers',
    tables: ['ticket_answers'],
    select: `select t.ticket_no, a.text, a.created_at from ticket_answers a join tickets t on t.id = a.ticket_id
      where t.email = :email and ${HAS_PROVEN_EMAIL} order by a.created_at`,
  },
  {
    title: 'What our team did with your account and orders',
    tables: ['activity'],
    select: `select created_at, call, kind, target_id from activity
      where (kind = 'user' and target_id = :userId) or (kind = 'order' and target_id in (${ORDERS})) order by id`,
  },
]

/** Tables with something of a person that are left out, by the reason. */
export const notInOwnData: Readonly<Record<string, readonly string[]>> = {
  'admins write these for themselves, about their own work': ['student_notes', 'refund_requests'],
  'the bytes of the documents, which the orders page hands out': ['document_files'],
  "the gateway's own words about payments that are listed": ['gateway_events'],
  'work on its way, which ends as something listed': ['pgboss.job_common', 'idempotency_keys', 'media_uploads'],
  'what admins ask of each other about a refund, which is listed once it is made': ['refund_requests'],
  'they go with the proof of the address, and before it they are not known to be theirs': ['waiting_courses'],
  'digests that name nobody': ['rate_limits'],
  'a file with many people, of which the rows about this one are listed': ['moves'],
}
