import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import pg from 'pg'

// What the figures are held against: the same work with Express and pg alone, as one would write it in an afternoon.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = express()

const cardColumns = 'course_id, name, description, header_text, price_paise, offer_text, banner, buy_now_text'
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
  where_can_i_upload, how_to_make_money, how_to_get_started, lifetime_access, bonuses_worth, faq, legal_disclaimer
  from courses where course_id = $1 and deleted_at is null`
app.get('/course/:id', async (req, res) => {
  const [row] = (await pool.query<Row>(detailSql, [req.params.id])).rows
  if (row) res.json(toWire(row))
  else res.status(404).json({ detail: 'Course not found' })
})

app.post('/order', express.json(), async (req, res) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { user_id, course_id } = req.body
    const { rows } = await client.query('select name, banner, price_paise from courses where course_id = $1', [
      course_id,
    ])
    const [course] = rows
    const orderId = `ord_${randomUUID()}`
    await client.query(
      `insert into orders (order_id, user_id, fingerprint, subtotal_paise, discount_paise, total_paise, expires_at)
       values ($1, $2, $1, $3, 0, $3, now() + interval '1 day')`,
      [orderId, user_id, course.price_paise],
    )
    await client.query(
      `insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity,
         discount_paise, total_paise) values ($1, 0, $2, $3, $4, $5, 1, 0, $5)`,
      [orderId, course_id, course.name, course.banner, course.price_paise],
    )
    await client.query('commit')
    res.status(201).json({ order_id: orderId, amount: course.price_paise / 100 })
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

type Held = { headers: Record<string, string>; body: Buffer }

/** Of one connection or one answer alone. */
const PASSING = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length']

/** What another server answers, byte by byte as it came. */
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
