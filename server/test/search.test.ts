import { expect, test } from 'vitest'
import { type Route, routes } from '../src/serve/http/route-table.ts'
import { BIG, fillBigCourse } from './big-course.ts'
import { buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'
import { pathOf, queries, schemaOf } from './walk-reads.ts'

/** Searches for a place inside one text, where the typed order is what is meant. */
const ONE_TEXT = ['transcript.search']

const searches = routes.filter(
  (route) => route.method === 'GET' && schemaOf(route).includes('"q"') && !ONE_TEXT.includes(route.key),
)

/** Writes one name into all that a search looks at. */
const named = [
  `update users set name = 'Asha Desai ' || 999 + id`,
  `update courses set name = 'Asha Desai course' where course_id = '${BIG.course}'`,
  `update media set name = 'Asha of Desai.webp'`,
  `update promocodes set promocode = 'ASHA-DESAI-' || id`,
  `update documents set facts = jsonb_set(facts, '{buyer,name}', '"Asha Desai"')`,
  `update tickets set name = 'Asha', message = 'From Desai'`,
  `update memberships set name = 'Asha Desai ' || membership_id`,
  `update past_orders set name = 'Asha', coupon = 'DESAI'`,
  `update move_rows set name = 'Asha Desai'`,
]

async function countOf(server: TestServer, token: string, route: Route, q: string): Promise<number> {
  const query = [queries[route.key] ?? '', 'limit=50'].filter((part) => part && !part.startsWith('q='))
  const answer = await server.request(`/api${pathOf(route)}?${query.join('&')}&q=${encodeURIComponent(q)}`, {
    headers: { authorization: `bearer ${token}` },
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${route.key}: ${text}`)
  const total = answer.headers.get('x-total-count')
  if (total !== null) return Number(total)
  if (answer.headers.get('content-type')?.startsWith('text/csv')) return text.trimEnd().split('\r\n').length - 1
  const { total: counted, hits } = JSON.parse(text)
  return counted ?? hits.length
}

test('every search finds each word, in any order and nothing less', async () => {
  const server = await startTestServer({ work: false })
  try {
    await fillBigCourse(server.db, { students: 12, stale: false })
    await server.db.transaction(async (trx) => {
      for (const statement of ['set local session_replication_role = replica', ...named]) await trx.raw(statement)
    })
    const owner = await server.adminToken()
    await server
      .api(owner)
      .promocodes.add({ query: { promocode: 'ASHADESAI', discount: '10', expiry_date: '2999-12-31' } })
    const counts = await Promise.all(
      searches.map(async (route) => {
        const [inOrder = 0, turned, ...none] = await Promise.all(
          ['asha desai', '  DESAI  asha ', 'asha nobody', 'desai a%a'].map((q) => countOf(server, owner, route, q)),
        )
        return { call: route.key, found: inOrder > 0, turned: turned === inOrder, none }
      }),
    )
    expect(counts).toEqual(searches.map(({ key }) => ({ call: key, found: true, turned: true, none: [0, 0] })))
  } finally {
    await server.stop()
  }
})

test('a student is found by name, address and phone together, in any spelling of the number', async () => {
  const server = await startTestServer({ work: false })
  try {
    await buildUser(server.db, { name: 'Asha Desai 1000', email: 'asha.d@example.com', phone: '9876543210' })
    await buildUser(server.db, { name: 'Asha Rao', email: 'rao@example.com', phone: '9000000001' })
    const support = server.api(await server.adminToken('support'))
    const found = async (q: string) => [
      (await support.users.list({ q })).map(({ name }) => name),
      (await support.overview.search({ q })).hits.map(({ title }) => title),
    ]
    const numbers = ['98765 43210', '+91 98765 43210', '098765-43210', 'asha +91 98765 43210']
    for (const q of ['asha 1000', 'desai asha', 'asha.d@ 43210 desai', ...numbers])
      expect([q, ...(await found(q))]).toEqual([q, ['Asha Desai 1000'], ['Asha Desai 1000']])
    // A pasted text costs no more than its first words.
    expect(await found('asha '.repeat(39))).toEqual([['Asha Rao', 'Asha Desai 1000'], expect.any(Array)])
    expect(await found('desai rao')).toEqual([[], []])
  } finally {
    await server.stop()
  }
})
