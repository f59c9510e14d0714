import type { Db } from '../src/context.ts'
import { refreshDays } from '../src/serve/reports/overview/day-figures.queries.ts'
import { buildCourse, buildLesson } from './catalogue-factories.ts'
import { taxSettings } from './tax-settings.ts'

export const BIG = { course: 'big', student: 'usr_big1', order: 'ord_big1', lesson: 'les_big_1', month: '2026-11' }

const AT = `timestamptz '2026-11-01 06:00Z' + n % 20000 * interval '1 minute'`
/** A list of places has so many bits. */

/** A move of one column as it was read, planned and counted. */
const READ = `'{"file_name": "learners.csv", "kind_guess": "students", "source_guess": "graphy", "rows": 1, "encoding": "utf-8", "encoding_sure": true,
  "delimiter": ",", "sheets": [], "sheet": null, "head_row": 1, "columns": [], "courses": [], "statuses": [], "remembered": false, "problem": null}'`
const PLAN = `'{"kind": "students", "columns": {"Email": "email"}, "mail": false}'`
const COUNTS = `'{"new": 1, "existing": 0, "waiting": 0, "same": 0, "skipped": 0, "invalid": 0, "noted": 0, "accounts": 1, "people": 1, "enrolments": 1, "courses": 0}'`

/** Rows per student of one course, one statement per table. Columns for a single student name the first one. */
const tables: Record<string, string> = {
  users: `(user_id, name, email, phone, phone_key, referral_code, coins, created_at)
    select 'usr_big' || n, 'Student ' || n, 'student' || n || '@big.example', '6' || lpad(n::text, 9, '0'),
      '6' || lpad(n::text, 9, '0'), 'BIG' || n, case n when 1 then :students else 0 end, ${AT} from generate_series(1, :students) n`,
  orders: `(order_id, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, payment_id, captured_paise,
      created_at, expires_at, paid_at)
    select 'ord_big' || n, u.id, 'paid', 'big ' || n, 49900, 0, 49900, 'pay_big' || n, 49900, ${AT}, ${AT}, ${AT}
    from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || case when n % 10 = 0 then 1 else n end`,
  order_lines: `(order_id, position, course_id, course_name, course_banner, price_paise, quantity, discount_paise, total_paise)
    select 'ord_big' || n, 0, 'big', 'Big', 'b', 49900, 1, 0, 49900 from generate_series(1, :students) n`,
  order_payments: `(payment_id, order_id, amount_paise, currency, status, captured, created_at)
    select 'pay_big' || n, 'ord_big' || n, 49900, 'INR', 'captured', true, now() from generate_series(1, :students) n`,
  order_events: `(order_id, kind) select 'ord_big' || n, 'paid' from generate_series(1, :students) n`,
  documents: `(document_id, order_id, kind, series, number, serial, issued_at, facts)
    select 'doc_big' || n, 'ord_big' || n, 'invoice', 'SH/26-27', n, 'SH/26-27/' || lpad(n::text, 7, '0'), ${AT}, jsonb_build_object(
      'order_id', 'ord_big' || n, 'payment_id', 'pay_big' || n, 'paid_at', ${AT}, 'buyer', jsonb_build_object('name', 'Student ' || n),
      'seller', jsonb_build_object('gstin', '27AAPFU0939F1ZV', 'state_code', '27', 'sac', '999293'), 'place_of_supply', '27',
      'rate_basis_points', 1800, 'lines', '[]'::jsonb, 'taxable_paise', 42288, 'cgst_paise', 3806, 'sgst_paise', 3806, 'igst_paise', 0,
      'total_paise', 49900)
    from generate_series(1, :students) n`,
  document_series: `(series, last_number) select 'SH/26-27', :students where :students > 0`,
  enrolments: `(user_id, course_id, order_id, granted_at)
    select u.id, 'big', 'ord_big' || n, ${AT} from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  lesson_progress: `(user_id, course_id, lesson_id, seconds, completed_at, updated_at, position_seconds, length_seconds, position_at, position_tab, position_number)
    select u.id, 'big', 'les_big_' || l, 60, case when (n + l) % 3 = 0 then ${AT} end, ${AT}, 30, 600, ${AT}, 'tab', 1
    from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n cross join generate_series(1, :lessons) l`,
  questions: `(user_id, course_id, lesson_id, text, key, asked_at)
    select u.id, 'big', 'les_big_1', 'How long', 'key' || n, ${AT} from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  reviews: `(user_id, course_id, stars, text, created_at, updated_at)
    select u.id, 'big', 1 + n % 5, 'Good', ${AT}, ${AT} from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  certificates: `(code, user_id, course_id, name, course_name, shop_name, issued_at)
    select 'BIG' || n, u.id, 'big', 'Student', 'Big', 'Shop', ${AT} from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  hand_ins: `(user_id, course_id, lesson_id, key, handed_in_at, text)
    select u.id, 'big', 'les_big_2', 'key' || n, ${AT}, 'Work' from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  live_joins: `(lesson_id, user_id, course_id, joined_at)
    select 'les_big_3', u.id, 'big', ${AT} from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  tickets: `(ticket_no, name, email, subject, message, created_at)
    select 'T-' || translate(lpad(n::text, 6, '0'), '01', 'XY'), 'A', 'a@example.com', 'Help', 'Please', ${AT} from generate_series(1, :students) n`,
  past_orders: `(fingerprint, move_id, source, order_ref, ordered_at, email, course, amount_paise, currency, status, moved_at)
    select n::text, 'mov_big', 'graphy', 'G-' || n, ${AT}, 'past' || n || '@example.com', 'Reels', 49900, 'INR', 'paid', ${AT} from generate_series(1, :students) n`,
  webhook_endpoints: `(webhook_id, url, events, format, secret_sealed, active, by_program, created_at)
    select 'wh_big', 'https://big.example/in', '{*}', 'full', 'sealed', false, false, ${AT} from generate_series(1, 1) n`,
  webhook_events: `(event_id, event, subject, user_id, detail, full_body, flat_body, at)
    select 'evt_big' || n, 'order.paid', 'big ' || n, u.id, '{}', '{}', '{}', ${AT}
    from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  webhook_deliveries: `(webhook_id, event_id, user_id, status, attempts, tries)
    select 'wh_big', 'evt_big' || n, u.id, 'done', 1, '[]' from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  moves: `(move_id, status, kind, source, file_name, pasted, headings_key, read, plan, counts, rows, done, planned, made_by, made_at, started_at, finished_at)
    select 'mov_big', 'done', 'students', 'graphy', 'learners.csv', false, 'email', cast(${READ} as jsonb), cast(${PLAN} as jsonb), cast(${COUNTS} as jsonb),
      :students, :students, :students, a.id, ${AT}, ${AT}, ${AT} from admins a, generate_series(1, 1) n limit 1`,
  move_rows: `(move_id, row_no, cells, state, email, name, courses, user_id, done_at)
    select 'mov_big', n + 1, array['big' || n || '@example.com'], case when n % 3 = 0 then 'invalid' else 'new' end, 'big' || n || '@example.com',
      'Student', array['Big'], u.id, ${AT} from generate_series(1, least(:students, 100000)) n join users u on u.user_id = 'usr_big' || n`,
  move_people: `(move_id, user_id, made)
    select 'mov_big', u.id, true from generate_series(1, least(:students, 100000)) n join users u on u.user_id = 'usr_big' || n`,
  move_letters: `(move_id, subject, body, per_hour, next_at)
    select 'mov_big', 'Your courses', 'Hello {name}', 200, ${AT} from generate_series(1, 1) n`,
  move_letter_people: `(move_id, user_id, tries, sent_at)
    select 'mov_big', u.id, 1, ${AT} from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  letters: `(letter_id, name, subject, blocks, segment, channel, status, made_at, changed_at, begun_at, watched_from)
    select case n when 1 then 'ltr_big' else 'ltr_' || n end, 'News', 'News', cast('[{"course": "big"}]' as jsonb), cast('{"all": []}' as jsonb), 'email', 'sent', ${AT}, ${AT}, ${AT}, ${AT}
    from generate_series(1, 60) n`,
  letter_recipients: `(letter_id, user_id, channel, receiver, state, due_at, sent_at)
    select 'ltr_big', u.id, 'email', 'other', 'handed_over', ${AT}, ${AT} from generate_series(1, :students) n join users u on u.user_id = 'usr_big' || n`,
  coin_ledger: `(user_id, change, balance_after, reason, created_at)
    select u.id, 1, n, 'Gift', ${AT} from generate_series(1, :students) n join users u on u.user_id = 'usr_big1'`,
  student_notes: `(user_id, admin_id, text, created_at)
    select u.id, a.id, 'Called', ${AT} from generate_series(1, :students) n, users u, admins a where u.user_id = 'usr_big1'`,
  gateway_events: `(event_id, event, body, outcome, received_at)
    select 'evt_' || n, 'payment.captured', '{}', 'unmatched: no order', ${AT} from generate_series(1, :students) n`,
  media: `(media_id, kind, name, url, bytes, sha256, created_at)
    select md5(n::text), 'image', 'Photo ' || n, '/media/' || md5(n::text) || '/photo.webp', 1000, md5(n::text) || md5(n::text), ${AT}
    from generate_series(1, :students) n`,
  offers: `(course_id, price_paise, headline, active, created_at)
    select 'big', 100, 'Add it', true, ${AT} from generate_series(1, 60) n where :students > 0`,
  memberships: `(membership_id, name, price_paise, period, grace_days, state, created_at)
    select 'ms_big' || n, 'Membership ' || n, 100, 'month', 0, 'draft', ${AT} from generate_series(1, 60) n where :students > 0`,
  privacy_requests: `(year, number, kind, status, email, created_at, due_on)
    select 2020, n, 'grievance', 'open', 'person' || n || '@example.com', ${AT}, date '2020-02-01' from generate_series(1, :students) n`,
  promocodes: `(promocode, discount, expiry_date, expires_at, created_at)
    select 'BIG' || n, 10, '2999-12-31', timestamptz '2999-12-31 18:29:59Z', ${AT} from generate_series(1, :students) n`,
  // The hash chain needs single inserts.
  activity: `(admin_id, admin_email, admin_role, call, kind)
    select a.id, a.email, a.role, 'courses.edit', 'course' from generate_series(1, least(:students, 500)) n, admins a`,
}

/** `lessons`: with progress of each student. `stale`: the database has not analysed its tables since. */
export type BigSize = { students: number; courses?: number; lessons?: number; stale: boolean }

/** Fills each list of the contract and each table of a course. */
export async function fillBigCourse(db: Db, { students, courses = 600, lessons = 3, stale }: BigSize): Promise<void> {
  const { rate, ...settings } = taxSettings({ valid_from: '2026-01-01' })
  await db('tax_settings').insert({ ...settings, rate_basis_points: rate * 100 })
  await buildCourse(db, { course_id: BIG.course, name: 'Big' })
  for (const [n, kind] of (['media', 'assignment', 'live'] as const).entries()) {
    await buildLesson(db, { lesson_id: `les_big_${n + 1}`, course_id: BIG.course, kind })
  }
  const now = new Date()
  await db('assignments').insert({
    lesson_id: 'les_big_2',
    course_id: BIG.course,
    instructions: 'Do',
    criteria: '[]',
    takes_text: true,
    file_kinds: [],
    gate: false,
    updated_at: now,
  })
  await db('live_lessons').insert({
    lesson_id: 'les_big_3',
    course_id: BIG.course,
    title: 'Live',
    starts_at: now,
    minutes: 60,
    updated_at: now,
    join_link: 'https://meet.example/x',
  })
  for (let n = 4; n <= lessons; n++) await buildLesson(db, { lesson_id: `les_big_${n}`, course_id: BIG.course })
  await db.transaction(async (trx) => {
    await trx.raw(
      `insert into courses (course_id, name, description, long_description, header_text, header_below, price_paise, banner)
      select 'small-' || n, 'Small ' || n, description, long_description, header_text, header_below, price_paise, banner
      from courses, generate_series(1, :courses) n where course_id = 'big'`,
      { courses },
    )
    for (const table of Object.keys(tables)) await trx.raw(`alter table ${table} set (autovacuum_enabled = ${!stale})`)
    await trx.raw('alter table users disable trigger user; alter table orders disable trigger user')
    if (stale) await trx.raw('analyze')
    for (const [table, insert] of Object.entries(tables))
      await trx.raw(`insert into ${table} ${insert}`, boundsIn(insert, { students, lessons }))
    await trx.raw('insert into stale_days (day) select distinct indian_day(paid_at) from orders')
    if (!stale) await trx.raw('analyze')
  })
  await refreshDays(db)
}

/** Picks the values that a statement names. */
const boundsIn = (sql: string, values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => sql.includes(`:${name}`)))
