import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceCart, toPaise } from '../contract/money.ts'
import { buildCourse, buildPromocode } from './catalogue-factories.ts'
import { seeded } from './generated-requests.ts'
import { buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Carts bought through the server; the 10,000 of the property stand beside `priceCart`. */
const CARTS = 120

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test(`${CARTS} carts: what a client computes is what the link asks for, to the paisa`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seeded(seed)
  console.info(`carts bought with seed ${seed}`)
  const courses = await Promise.all(
    Array.from({ length: 12 }, () => {
      const paise = random.chance(40) ? 1 + random.below(400) : 1 + random.below(9_999_999)
      return buildCourse(server.db, { price: paise / 100 })
    }),
  )
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      buildPromocode(server.db, {
        discount: index === 0 ? 100 : 1 + random.below(100),
        course_id: index % 2 ? (courses[index]?.course_id ?? null) : null,
      }),
    ),
  )
  const student = await buildUser(server.db)
  const api = server.api(await server.userToken(student))
  // What the browser has: cards over the wire in rupees, and the public list of codes.
  const cards = await server.api().courses.list({})
  const list = await server.api().promocodes.list()
  for (let cart = 0; cart < CARTS; cart++) {
    const chosen = new Map(
      Array.from({ length: 1 + random.below(5) }, () => [random.pick(cards), 1 + random.below(4)] as const),
    )
    const code = random.chance(70) ? random.pick(codes) : undefined
    const promocode = list.find((entry) => entry.promocode === code?.promocode)
    const lines = [...chosen].map(([card, quantity]) => ({
      course_id: card.course_id,
      price_paise: toPaise(card.price),
      quantity,
    }))
    const shown = priceCart(lines, promocode)
    const ids = lines.flatMap((line) => Array<string>(line.quantity).fill(line.course_id))
    const attempt = api.orders.buy({
      query: {
        user_id: student.user_id,
        ...(promocode ? { promocode: promocode.promocode } : {}),
        expected_total: (shown.total_paise / 100).toFixed(2),
      },
      body: ids,
    })
    if (!shown.promocode_applies) {
      await expect(attempt).rejects.toMatchObject({ code: 'promocode_invalid' })
      continue
    }
    const answer = await attempt.catch((error) => {
      // An order of total 0 is paid at once; from then on the student owns these courses.
      if (error.code === 'already_purchased') return undefined
      throw new Error(`seed ${seed}, cart ${cart}: ${error.code} ${error.message}`)
    })
    if (!answer) continue
    expect(toPaise(answer.amount)).toBe(shown.total_paise)
    if (shown.total_paise === 0) {
      await server.db('enrolments').where({ order_id: answer.order_id }).update({ revoked_at: new Date() })
      continue
    }
    const link = await server.db('sandbox.links').where({ reference_id: answer.order_id }).first()
    expect(Number(link.amount_paise)).toBe(shown.total_paise)
    const stored = await server.db('order_lines').where({ order_id: answer.order_id })
    const lineSum = stored.reduce((sum: number, line: { total_paise: number }) => sum + line.total_paise, 0)
    expect(lineSum + shown.minimum_charge_paise).toBe(shown.total_paise)
  }
})
