import { createHmac, randomUUID } from 'node:crypto'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import pg from 'pg'

// The reference for the figures: the same work with plain Express and pg, as written in an afternoon.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = express()

const cardColumns =
  'course_id, name, description, header_text, price_paise, offer_text, banner, buy_now_text, access_period'
const listSql = `select ${cardColumns} from courses where deleted_at is null
  order by position, created_at desc, course_id limit 24`

type Row = Record<string, unknown> & { price_paise: string }
const toWire = ({ price_paise, ...row }: Row) => ({ ...row, price: Number(price_paise) / 100 })
const list = async () => (await pool.query<Row>(listSql)).rows.map(toWire)

let ready: string | undefined
app.get('/list-ready', async (_req, res) => {
  ready ??= JSON.stringify(await list())
  res.type('json').send(ready)
})

app.get('/list', async (_req, res) => {
  res.json(await list())
})

const detailSql = `select ${cardColumns}, long_description, header_below, "DEMO_REELS_VIDEOS", benefits_samples,
  additional_infobanners, product_content_samples, bonuses, exclusive_bonuses, "CUSTOMER_REVIEWS", who_is_this_for,
  where_can_i_upload, how_to_make_money, how_to_get_started, lifetime_access, bonuses_worth, faq, legal_disclaimer,
  language, requirements, teacher_name, teacher_about, topics, lessons_updated_at
  from courses where course_id = $1 and deleted_at is null`
const lessonsSql = `select title, section, coalesce(ceil(media.seconds)::integer, lessons.seconds) as seconds,
  download_link is not null as download, case when preview then watch_link end as preview_link
  from lessons left join media on media.url = watch_link where course_id = $1 order by position, lesson_id`
app.get('/course/:id', async (req, res) => {
  const [row] = (await pool.query<Row>(detailSql, [req.params.id])).rows
  if (row) res.json({ ...toWire(row), listed: true, lessons: (await pool.query(lessonsSql, [req.params.id])).rows })
  else res.status(404).json({ detail: 'Course not found' })
})

app.post('/order', express.json(), async (req, res) => {
  const { user_id, course_id } = req.body
  const { order_id, price_paise } = await insertOrder(user_id, course_id)
  res.status(201).json({ order_id, amount: Number(price_paise) / 100 })
})

async function insertOrder(userId: number, courseId: string): Promise<{ order_id: string; price_paise: string }> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query('select name, banner, price_paise from courses where course_id = $1', [
      courseId,
    ])
    const [course] = rows
    const orderId = `ord_${randomUUID()}`
    await client.query(
      `insert into orders (order_id, user_id, fingerprint, subtotal_paise, discount_paise, total_paise, expires_at)
       values ($1, $2, $1, $3, 0, $3, now() + interval '1 day')`,
      [orderId, userId, course.price_paise],
    )
    await client.query(
      `insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity,
         discount_paise, total_paise) values ($1, 0, $2, $3, $4, $5, 1, 0, $5)`,
      [orderId, courseId, course.name, course.banner, course.price_paise],
    )
    await client.query('commit')
    return { order_id: orderId, price_paise: course.price_paise }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

// The same order and its payment link: one call to the gateway after the transaction.
const gatewayKeys = `Basic ${Buffer.from('rzp_test_bench:bench').toString('base64')}`
app.post('/order-with-link', express.json(), async (req, res) => {
  const { user_id, course_id } = req.body
  const order = await insertOrder(user_id, course_id)
  const answer = await fetch(`${process.env.GATEWAY_URL}/v1/payment_links`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: gatewayKeys },
    body: JSON.stringify({
      ...{ amount: Number(order.price_paise), currency: 'INR', reference_id: order.order_id, description: 'A course' },
      ...{ customer: { name: 'A', email: 'a@example.com', contact: '9876543210' }, accept_partial: false },
      ...{ expire_by: Math.floor(Date.now() / 1000) + 86_400, notes: { order_id: order.order_id } },
      ...{ callback_url: 'http://127.0.0.1/done', callback_method: 'get' },
    }),
  })
  const link = (await answer.json()) as { id: string; short_url: string }
  if (!answer.ok) throw new Error(JSON.stringify(link))
  await pool.query('update orders set gateway_link_id = $2 where order_id = $1', [order.order_id, link.id])
  res.status(201).json({ order_id: order.order_id, payment_link: link.short_url })
})

app.post('/api/webhooks/razorpay', express.raw({ type: '*/*' }), async (req, res) => {
  const expected = createHmac('sha256', process.env.WEBHOOK_SECRET ?? '')
    .update(req.body)
    .digest('hex')
  if (expected !== req.get('x-razorpay-signature')) return res.sendStatus(401)
  const text = req.body.toString('utf8')
  const { payload } = JSON.parse(text)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('insert into bench_events (event_id, body) values ($1, $2) on conflict do nothing', [
      req.get('x-razorpay-event-id'),
      text,
    ])
    const { reference_id, amount_paid } = payload.payment_link.entity
    const { rows } = await client.query(
      `update orders set payment_id = $2, captured_paise = $3 where order_id = $1 and status = 'created' returning user_id`,
      [reference_id, payload.payment.entity.id, amount_paid],
    )
    await client.query(
      `insert into enrolments (user_id, course_id, order_id)
       select $2, course_id, order_id from order_lines where order_id = $1 on conflict do nothing`,
      [reference_id, rows[0]?.user_id],
    )
    await client.query('commit')
    res.sendStatus(200)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

// A beat without checks: one row of a student and a lesson.
app.post('/beat', express.json(), async (req, res) => {
  const { user_id, lesson_id, seconds, position } = req.body
  const { rows } = await pool.query(
    `insert into bench_beats (user_id, lesson_id, seconds, second) values ($1, $2, $3, $4)
     on conflict (user_id, lesson_id) do update set seconds = bench_beats.seconds + excluded.seconds, second = excluded.second
     returning seconds`,
    [user_id, lesson_id, seconds, position.second],
  )
  res.json(rows[0])
})

type Held = { headers: Record<string, string>; body: Buffer }

/** Headers of a single connection or response. */
const PASSING = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length']

/** Copies another server's response byte by byte. */
const answerOf = (url: string, headers: Record<string, string>) =>
  new Promise<Held>((resolve, reject) => {
    get(url, { headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const names = Object.keys(answer.headers).filter((name) => !PASSING.includes(name))
      resolve({ body, headers: Object.fromEntries(names.map((name) => [name, String(answer.headers[name])])) })
    }).on('error', reject)
  })

let routes = 0
app.post('/hold', express.json(), async (req, res) => {
  const { url, headers } = req.body
  const held = await answerOf(url, headers)
  const path = `/held/${routes++}`
  app.get(path, (_req, answer) => {
    answer.set(held.headers).send(held.body)
  })
  res.json({ path, bytes: held.body.length })
})

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
