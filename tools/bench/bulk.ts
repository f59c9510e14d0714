import type { Knex } from 'knex'
import { refreshDays } from '../../server/src/serve/reports/overview/day-figures.queries.ts'

export type BulkSize = { users: number; courses: number; orders: number }

export const BULK: BulkSize = { users: 20_000, courses: 5_000, orders: 50_000 }

/**
 * Fills a migrated, empty shop with users, courses and a year of orders, by one statement per table, in some seconds.
 * Equal sizes create equal shops. The users cannot log in.
 */
export async function fillBulk(db: Knex, { users, courses, orders }: BulkSize): Promise<void> {
  // The triggers would mark each day per row; all days are marked at once below.
  await db.raw('alter table users disable trigger user; alter table orders disable trigger user')
  await db.raw(insertUsers, { users })
  await db.raw(insertCourses, { courses })
  await db.raw(insertLessons)
  await db.raw(insertPromocodes)
  await db.raw(insertOrders, { orders, users })
  await db.raw(insertLines, { courses })
  await db.raw(insertEnrolments)
  await db.raw(insertViews)
  await db.raw(noteDays)
  await db.raw('alter table users enable trigger user; alter table orders enable trigger user')
  await db.raw('update catalogue_version set version = version + 1')
  // The database's own maintenance would run within a minute after so many writes.
  await db.raw('vacuum analyze')
  await refreshDays(db)
}

const firstNames = `array['Aarohi','Rohit','Meenal','Imran','Asha','Kabir','Divya','Farhan','Gauri','Harish','Ishita','Jatin']`
const lastNames = `array['Verma','Patil','Khan','Iyer','Sharma','Das','Joshi','Nair','Singh','Mehta','Reddy']`
const subjects = `array['Reels','Shorts','Telegram','Editing','Thumbnails','Scripts','Local Ads','Catalogue','Voice','Photos']`

const insertUsers = `
insert into users (user_id, name, email, phone, phone_key, referral_code, coins, created_at)
select 'usr_bulk' || n, (${firstNames})[1 + n % 12] || ' ' || (${lastNames})[1 + n / 12 % 11] || ' ' || n,
  lower((${firstNames})[1 + n % 12]) || '.' || n || '@bulk.example', '7' || lpad(n::text, 9, '0'),
  '7' || lpad(n::text, 9, '0'), 'BULK' || n, n * 7919 % 500,
  now() - (n * 7919 % 525600) * interval '1 minute'
from generate_series(1, :users) n`

const picture = `'/media/00000000000000000000000000000000/banner.webp'`

const insertCourses = `
insert into courses (course_id, position, name, description, long_description, header_text, header_below, price_paise,
  offer_text, banner, faq, created_at, updated_at)
select 'bulk-course-' || n, n % 7, (${subjects})[1 + n % 10] || ' bundle number ' || n,
  'Ready-made files and lessons about ' || (${subjects})[1 + n % 10],
  repeat('A point of what is inside, in one line.' || chr(10), 12), 'For everyone with a phone', 'Do You Want To Grow',
  9900 + n * 7919 % 90 * 1000, case when n % 3 = 0 then n % 60 || '% off today' end, ${picture},
  '[{"question": "How long does it take", "answer": "A few evenings."}]',
  now() - (n * 7919 % 525600) * interval '1 minute', now()
from generate_series(1, :courses) n`

const insertLessons = `
insert into lessons (lesson_id, course_id, position, title, watch_link)
select 'les_' || c.course_id || '_' || n, c.course_id, n, 'Lesson number ' || n, 'https://www.youtube.com/watch?v=lesson' || n
from courses c cross join generate_series(1, 8) n
where c.course_id like 'bulk-course-%'`

const insertPromocodes = `
insert into promocodes (promocode, discount, expiry_date, expires_at, course_id, created_at)
select 'BULK' || n, 1 + n % 90, '2999-12-31', timestamptz '2999-12-31 18:29:59Z',
  case when n % 2 = 0 then 'bulk-course-' || n end, now() - n * interval '1 hour'
from generate_series(1, 300) n`

// Four of five orders are paid; the others expired, failed or are open.
const insertOrders = `
insert into orders (order_id, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, payment_id,
  created_at, expires_at, paid_at)
select 'ord_bulk' || n, u.id, case when n % 5 > 0 then 'paid' else (array['expired','failed','cancelled','created'])[1 + n / 5 % 4] end,
  'bulk ' || n, 49900, 0, 49900, case when n % 5 > 0 then 'pay_bulk' || n end,
  o.at, o.at + interval '1 day', case when n % 5 > 0 then o.at + interval '2 minutes' end
from generate_series(1, :orders) n
cross join lateral (select now() - (n::bigint * 7919 % 525600) * interval '1 minute' - interval '5 minutes' as at) o
join users u on u.user_id = 'usr_bulk' || (1 + n::bigint * 104729 % :users)`

const insertLines = `
insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity, discount_paise,
  total_paise)
select o.order_id, 0, c.course_id, c.name, c.banner, 49900, 1, 0, 49900
from orders o
join courses c on c.course_id = 'bulk-course-' || (1 + substr(o.order_id, 9)::bigint * 7907 % :courses)
where o.order_id like 'ord\\_bulk%'`

const insertEnrolments = `
insert into enrolments (user_id, course_id, order_id, granted_at)
select distinct on (o.user_id, l.course_id) o.user_id, l.course_id, o.order_id, o.paid_at
from orders o
join order_lines l using (order_id)
where o.status = 'paid' and o.order_id like 'ord\\_bulk%'
order by o.user_id, l.course_id, o.created_at
on conflict do nothing`

const noteDays = `
insert into stale_days (day)
select indian_day(paid_at) from orders where paid_at is not null union select indian_day(created_at) from users`

const insertViews = `
insert into page_views (day, views)
select current_date - n, 500 + n * 7919 % 700 from generate_series(0, 400) n
on conflict (day) do nothing`
