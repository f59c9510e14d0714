import { SOLD_TOGETHER } from '../../sales/orders/orders.sql.ts'
import type { Part } from './csv.ts'

const COURSE = 'left join courses c on c.course_id = t.course_id'
/** An erased buyer has no name here; the order stays. */
const BUYER = 'join users u on u.id = o.user_id'
const STATE = `case when c.left_bin_at is not null then 'erased' when c.deleted_at is not null then 'deleted' else c.state end`

/** Tables about what is sold, and about the shop itself. */
export const shopParts: readonly Part[] = [
  {
    file: 'courses.csv',
    about: 'every course: state, price, texts; the folder courses has each of them whole, as JSON',
    tables: ['courses', 'certificate_courses'],
    select: `select c.name as title, ${STATE} as state, c.price_paise, c.description, c.long_description, c.header_text, c.header_below,
        c.offer_text, c.banner, c.access_period, c.language, c.requirements, c.teacher_name, c.teacher_about, c.topics,
        (select count(*) from lessons l where l.course_id = c.course_id) as lessons,
        exists (select from certificate_courses g where g.course_id = c.course_id) as certificate,
        c.sale_price_paise, c.sale_from, c.sale_until, c.publish_at, c.withdraw_at, c.created_at, c.course_id, c.kind, c.free,
        c.bundle_courses
      from courses c order by c.position, c.course_id`,
  },
  {
    file: 'course-versions.csv',
    about: 'what each sales page said after a save, the last 100; page is JSON',
    tables: ['course_versions'],
    select: `select c.name as course, t.version, t.saved_at, t.saved_by, array_to_string(t.changed, ' ') as changed, t.body as page, t.course_id
      from course_versions t ${COURSE} order by c.position, t.course_id, t.version`,
  },
  {
    file: 'lessons.csv',
    about: 'every lesson: course, section, place, title, and where its file is in this archive',
    tables: ['lessons'],
    select: `select c.name as course, t.section, t.position + 1 as position, t.title, t.kind, t.watch_link as link,
        t.watch_link as file, t.download_link, t.files as downloads, t.captions, t.seconds, t.opens_after_days, t.opens_at,
        t.preview as free_preview, t.source, t.lesson_id, t.course_id
      from lessons t ${COURSE} order by c.position, t.course_id, t.position, t.lesson_id`,
    inArchive: ['file'],
  },
  {
    file: 'orders.csv',
    about: 'every order: buyer, amounts, state, payment',
    tables: ['orders', 'outside_payments', 'disclaimers'],
    select: `select o.order_no, o.order_id, u.email, u.name, u.phone, o.created_at, o.paid_at, o.status,
        (select string_agg(concat_ws(': ', n.name, n.includes), '; ' order by n.position)
          from ${SOLD_TOGETHER} n where n.order_id = o.order_id) as courses,
        o.subtotal_paise, o.discount_paise, o.tax_paise, o.total_paise, o.captured_paise, o.promocode, o.promocode_minimum_paise,
        case when x.order_id is not null then x.method when o.payment_id is not null then 'razorpay' end as paid_by,
        coalesce(x.reference, o.payment_id) as reference, x.received_on,
        (select coalesce(sum(r.amount_paise), 0)::bigint from refunds r
          where r.order_id = o.order_id and r.status = 'processed') as refunded_paise,
        o.billing_name, o.billing_address, o.billing_state, o.billing_gstin,
        o.source->'first' as first_touch, o.source->'last' as last_touch,
        (select d.text from disclaimers d where d.disclaimer_id = o.disclaimer_id) as disclaimer
      from orders o ${BUYER} left join outside_payments x on x.order_id = o.order_id order by o.created_at, o.order_id`,
  },
  {
    file: 'order-lines.csv',
    about: 'the courses of each order',
    tables: ['order_lines'],
    select: `select t.order_id, t.position + 1 as position, t.course_name as course, t.quantity, t.price_paise, t.discount_paise,
        t.credit_paise, t.total_paise, t.access_period, t.course_id, t.owned, t.bundle_id, t.bundle_name, t.offer_id,
        t.offer_headline, t.list_price_paise from order_lines t order by t.order_id, t.position`,
  },
  {
    file: 'payments.csv',
    about: 'every payment that the gateway reported',
    tables: ['order_payments'],
    select: `select t.payment_id, t.order_id, t.amount_paise, t.currency, t.status, t.method, t.created_at
      from order_payments t order by t.created_at, t.payment_id`,
  },
  {
    file: 'refunds.csv',
    about: 'every refund',
    tables: ['refunds', 'refund_seats'],
    select: `select t.refund_id, t.order_id, t.payment_id, t.amount_paise, t.status, t.reason, t.origin, t.channel, t.reference, t.sent_on,
        t.gateway_refund_id, t.lines, t.created_at, t.updated_at,
        (select json_agg(json_build_object('course_id', s.course_id, 'seat', s.seat)) from refund_seats s
          where s.refund_id = t.refund_id) as seats
      from refunds t order by t.created_at, t.refund_id`,
  },
  {
    file: 'refund-requests.csv',
    about: 'what buyers asked for under your guarantee, and your answers',
    tables: ['guarantee_requests'],
    select: `select t.order_id, u.email, t.status, array_to_string(t.course_ids, ' ') as course_ids, t.amount_paise, t.reason, t.answer,
        t.asked_at, t.closed_at
      from guarantee_requests t join orders o on o.order_id = t.order_id ${BUYER} order by t.id`,
  },
  {
    file: 'order-events.csv',
    about: 'what happened to each order',
    tables: ['order_events'],
    select: 'select order_id, kind, detail, times, created_at, last_at from order_events order by id',
  },
  {
    file: 'disputes.csv',
    about: 'disputes of payments',
    tables: ['disputes'],
    select: `select dispute_id, order_id, payment_id, status, phase, reason_code, amount_paise, deducted_paise, respond_by, opened_at
      from disputes order by noted_at, dispute_id`,
  },
  {
    file: 'settlements.csv',
    about: 'what the gateway paid to your bank',
    tables: ['settlement_items', 'settlement_months'],
    select: `select month, entity_id, kind, settlement_id, utr, amount_paise, fee_paise, tax_paise, credit_paise, debit_paise,
        payment_id, method, settled_at from settlement_items order by month, settled_at, entity_id`,
  },
  {
    file: 'past-orders.csv',
    about: 'orders of the shop that you had before this one',
    tables: ['past_orders'],
    select: `select source, order_ref, ordered_at, email, name, course, amount_paise, currency, refunded_paise, status, coupon, course_id,
        moved_at from past_orders order by past_order_id`,
  },
  {
    file: 'letters.csv',
    about: 'letters to those who agreed to news, and the steps of sequences',
    tables: ['letters', 'sequences'],
    select: `select t.name, t.subject, t.blocks, t.segment, t.channel, t.status, t.send_at, t.begun_at, t.ended_at, t.stopped, t.problem,
        s.name as sequence, s.trigger, s.active, s.course_id, t.step, t.after_minutes, t.made_at, t.changed_at, t.letter_id from letters t left join sequences s using (sequence_id) order by t.made_at, t.letter_id`,
  },
  {
    file: 'gift-codes.csv',
    about: 'codes of seats that were bought for others',
    tables: ['gift_codes'],
    select: `select t.code, c.name as course, t.order_id, t.seat, u.email as redeemed_by, t.redeemed_at, t.revoked_at, t.created_at,
        t.course_id
      from gift_codes t ${COURSE} left join users u on u.id = t.redeemed_by order by t.order_id, t.course_id, t.seat`,
  },
  {
    file: 'papers/papers.csv',
    about: 'receipts, invoices, credit and debit notes as they were issued; the PDFs lie beside it',
    tables: ['documents', 'document_files'],
    select: `select t.serial, t.kind, t.issued_at, t.order_id, t.refund_id, t.corrects, t.reverses, t.facts->'buyer'->>'name' as buyer,
        t.facts->'buyer'->>'gstin' as gstin, (t.facts->>'taxable_paise')::bigint as taxable_paise,
        (t.facts->>'cgst_paise')::bigint as cgst_paise, (t.facts->>'sgst_paise')::bigint as sgst_paise,
        (t.facts->>'igst_paise')::bigint as igst_paise, (t.facts->>'total_paise')::bigint as total_paise, t.facts, t.document_id
      from documents t order by t.issued_at, t.document_id`,
  },
  {
    file: 'promocodes.csv',
    about: 'promo codes, deleted ones too',
    tables: ['promocodes', 'deleted_promocodes'],
    select: `select t.promocode, t.discount, t.amount_paise, t.max_discount_paise, t.minimum_paise, t.first_purchase, t.start_date, t.expiry_date, t.max_uses,
        t.max_uses_per_buyer, t.max_seats, t.paused, t.listed, t.course_id, t.course_ids, t.segment, t.created_at, t.deleted_at
      from (select promocode, discount, amount_paise, max_discount_paise, minimum_paise, first_purchase, start_date, expiry_date, max_uses,
          max_uses_per_buyer, max_seats, paused, listed, course_id, course_ids, segment, created_at, null::timestamptz as deleted_at, id
        from promocodes
        union all
        select promocode, discount, amount_paise, max_discount_paise, minimum_paise, first_purchase, start_date, expiry_date, max_uses,
          max_uses_per_buyer, max_seats, paused, listed, course_id, course_ids, segment, created_at, deleted_at, id
        from deleted_promocodes) t order by t.id`,
  },
  {
    file: 'segments.csv',
    about: 'saved segments of students with their rules',
    tables: ['segments'],
    select: 'select name, segment, created_at, segment_id from segments order by segment_id',
  },
  {
    file: 'offers.csv',
    about: 'offers at checkout, deleted ones too',
    tables: ['offers'],
    select: `select t.offer_id, c.name as course, t.price_paise, t.headline, t.body as text, t.with_courses, t.from_date, t.until_date, t.active,
        t.shown, t.created_at, t.deleted_at, t.course_id
      from offers t ${COURSE} order by t.offer_id`,
  },
  {
    file: 'visits.csv',
    about: 'page views of the store, by day',
    tables: ['page_views'],
    select: 'select day, views from page_views order by day',
  },
  {
    file: 'sources.csv',
    about: 'steps of visits by day and by the link that led to them',
    tables: ['visit_steps'],
    select:
      'select day, touch, by, source, key, visits, course_views, carts, checkouts from visit_steps order by day, touch, by, source, key',
  },
  {
    file: 'team.csv',
    about: 'who may use the console, and as what',
    tables: ['admins'],
    select: 'select email, name, role, created_at, ended_at from admins order by id',
  },
  {
    file: 'activity.csv',
    about: 'what your team did in the console',
    tables: ['activity'],
    select: `select created_at, admin_email, admin_role, call, kind, target_id, target_name, before, after from activity order by id`,
  },
]

/** Tables that are in `settings.json`, each as it is. */
export const SETTINGS = {
  shop_settings: 'select changes, invoice_prefix, refund_limit_paise from shop_settings',
  policy_texts: 'select kind, since, body from policy_texts order by since, kind',
  tax_settings: `select valid_from, enabled, legal_name, address, state_code, gstin, sac, rate_basis_points, prices, cin, created_at
    from tax_settings order by id`,
  referral_settings: 'select reward_coins from referral_settings',
  referral_terms: 'select since, reward_coins from referral_terms order by since',
  document_series: 'select series, last_number from document_series order by series',
} as const

/** A course whole: its texts, its lessons in order, and the tasks of each. */
export const COURSE_JSON = `select c.course_id, c.name, jsonb_build_object(
    'course', to_jsonb(c), 'state', ${STATE},
    'certificate', exists (select from certificate_courses g where g.course_id = c.course_id),
    'lessons', (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object(
        'quiz', (select to_jsonb(q) from quizzes q where q.lesson_id = l.lesson_id),
        'assignment', (select to_jsonb(a) from assignments a where a.lesson_id = l.lesson_id),
        'live', (select to_jsonb(v) from live_lessons v where v.lesson_id = l.lesson_id)) order by l.position, l.lesson_id), '[]')
      from lessons l where l.course_id = c.course_id)) as whole
  from courses c order by c.position, c.course_id`

/** Tables of which every part is in `courses/`. */
export const COURSE_TABLES = ['courses', 'lessons', 'quizzes', 'assignments', 'live_lessons', 'certificate_courses']

/** Lists the tables that stay behind, by the reason. */
export const notMoved: Readonly<Record<string, readonly string[]>> = {
  'secrets of this shop: logins, keys and second factors are made anew': [
    'sessions',
    'known_devices',
    'watching_devices',
    'contact_changes',
    'login_links',
    'gateway_config',
    'certificate_keys',
    'admin_apps',
    'admin_challenges',
    'admin_passkeys',
    'admin_password_links',
    'admin_recovery_codes',
    'whatsapp_config',
    'ad_config',
  ],
  'made again from the files: qualities of videos and narrower pictures': ['video_sets', 'video_rungs', 'video_turn'],
  'counted again from orders and lessons': [
    ...['day_courses', 'day_figures', 'day_sources', 'stale_days', 'learning_beats'],
  ],
  'places in the signed list of this shop’s certificates, which has this shop’s address': [
    ...['certificate_places', 'withdrawn_certificates'],
  ],
  'the gateway’s own reports, which it stores; what they brought about is in payments, refunds and order-events': [
    ...['gateway_events', 'gateway_pause', 'gateway_refusals', 'unknown_money', 'whatsapp_templates'],
  ],
  'carts of students, who fill them again': ['user_carts'],
  'what admins asked of each other about a refund, which is in refunds once it is made': ['refund_requests'],
  'the proof that the activity log of this shop was not changed': ['activity_chain'],
  'files that came from other platforms; what they brought is in the tables of people, courses and past-orders': [
    ...['moves', 'move_rows', 'move_people', 'move_letters', 'move_letter_people'],
  ],
  'the program at work': [
    ...['migrations', 'job_rounds', 'mails_sent', 'mail_trouble', 'live_letters', 'owner_alerts', 'catalogue_version'],
    ...['idempotency_keys', 'rate_limits', 'learning_late_batches', 'media_uploads', 'unreferenced_files'],
    ...['backups', 'backup_plan', 'restores', 'move_outs', 'move_archives', 'letter_pace', 'letter_settings'],
    ...['ad_agents', 'ad_events'],
  ],
}
