import { randomUUID } from 'node:crypto'
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
  const client = await pool.connect()
  try {
    await client.query('begin')
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
    res.status(201).json({ order_id: orderId, amount: Number(course.price_paise) / 100 })
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
