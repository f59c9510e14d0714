import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildLesson, buildPromocode } from '../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper } from '../../../test/shopper.ts'
import { termNames } from './prices.queries.ts'

let server: TestServer
let owner: ApiClient
let editor: ApiClient
let course_id: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken('owner'))
  editor = server.api(await server.adminToken('editor'))
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db('promocodes').delete()
  course_id = (await buildCourse(server.db, { price: 1_299 })).course_id
  await buildLesson(server.db, { course_id, watch_link: 'https://www.youtube-nocookie.com/embed/paid' })
})

const refused = { status: 403, message: 'Only an owner or finance can do this' }
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const price = (api: ApiClient, id: string, rupees: number) =>
  api.courses.update({ params: { id }, body: { price: rupees } } as never)
const place = (api: ApiClient, id: string, state: string) =>
  api.courses.setPlacement({ params: { id }, body: { state, also_empty: true } } as never)
const code = (api: ApiClient, query: object) =>
  api.promocodes.add({
    query: { promocode: 'GIVE', expiry_date: '2999-12-31', course_id, ...query },
  } as never)
const offer = (api: ApiClient, rupees: number) =>
  api.offers.add({ body: { course_id, price: rupees, headline: 'Now', with: 'any', active: true } })
const sale = (api: ApiClient, rupees: number) => {
  const body = { publish_at: null, withdraw: null, sale: { price: rupees, from: null, until: later(5) } }
  return api.courses.setSchedule({ params: { id: course_id }, body })
}
const bundle = (api: ApiClient, rupees: number) =>
  api.courses.create({
    name: 'Bundle',
    description: 'Twenty characters or more, surely.',
    header_text: 'A heading of ten',
    long_description: 'At least fifty characters of long description,\nin two lines.',
    header_below: 'Below',
    price: rupees,
    banner: 'https://cdn.example.com/banner.png',
    kind: 'bundle',
    state: 'published',
    bundle_courses: [course_id, other],
  } as never)
let other = ''

const otherTerms = {
  access_period: 'P24M',
  gst_code: '490199',
  group: { chat_id: -1_001_234_567_890, title: 'Ledger' },
  gst_rate: 5,
  options: [
    { option_id: 'lessons', name: 'The lessons', price: 1_299 },
    { option_id: 'calls', name: 'With two calls', price: 2_499 },
  ],
  parts: { count: 3, every_days: 30, first: null, grace_days: 5 },
  renew_price: 100,
  workshops: true,
} satisfies Record<keyof typeof termNames, unknown>

describe.each(Object.entries(otherTerms))('%s of a course', (name, value) => {
  const change = (api: ApiClient, field: unknown = value) =>
    api.courses.update({ params: { id: course_id }, body: { [name]: field } } as never)
  const message = `Only an owner or finance can change ${termNames[name as keyof typeof termNames]}`

  test('on sale is changed by an owner alone, and an editor may send it as it is', async () => {
    await expect(change(editor)).rejects.toMatchObject({ status: 403, message })
    await change(owner)
    await change(editor)
    await expect(change(editor, null)).rejects.toMatchObject({ status: 403, message })
  })

  test('stays as it is while an editor withdraws the course, once it was ordered', async () => {
    const shopper = await buildShopper(server)
    await shopper.student.orders.buy({ query: { user_id: shopper.user.user_id }, body: [course_id] })
    await place(editor, course_id, 'draft')
    await expect(change(editor)).rejects.toMatchObject({ status: 403, message })
  })

  test('belongs to an editor in a draft that nobody ordered', async () => {
    await place(editor, course_id, 'draft')
    await change(editor)
  })
})

test('an older version with other terms is restored by an owner alone', async () => {
  const params = { id: course_id }
  await owner.courses.update({ params, body: { access_period: 'P1M' } } as never)
  await owner.courses.update({ params, body: { access_period: 'P12M' } } as never)
  const [newest] = (await editor.courses.versions({ course_id })).map(({ version }) => version)
  const restore = editor.courses.restoreVersion({ params: { course_id, version: Number(newest) - 1 } } as never)
  await expect(restore).rejects.toMatchObject({ status: 403 })
})

test.each<[string, () => Promise<unknown>]>([
  ['a price of a hundredth', () => price(editor, course_id, 13)],
  ['an offer of a hundredth', () => offer(editor, 13)],
  ['a sale of a hundredth', () => sale(editor, 13)],
  ['an amount close to the least order', () => code(editor, { amount: '1289', minimum_order: '1299' })],
  ['an amount close to a small least order', () => code(editor, { amount: '489', minimum_order: '499' })],
])('%s is refused to an editor', async (_name, write) => {
  await expect(write()).rejects.toMatchObject(refused)
  expect(await server.api().courses.get({ id: course_id })).toMatchObject({ price: 1_299 })
})

test('an editor sells for a third, and an owner for as little as they like', async () => {
  await offer(editor, 433)
  await sale(editor, 450)
  await offer(owner, 13)
  await price(owner, course_id, 1_399)
})

test('a code on top of a sale is refused to an editor where each alone is not', async () => {
  await sale(editor, 500)
  await expect(code(editor, { discount: '60' })).rejects.toMatchObject(refused)
  await code(editor, { discount: '10' })
})

test('a sale below a code is refused to an editor, and a paused code counts for nothing', async () => {
  const { id } = await buildPromocode(server.db, { discount: 60, course_id })
  await expect(sale(editor, 500)).rejects.toMatchObject(refused)
  await server.db('promocodes').where({ id }).update({ paused: true })
  await sale(editor, 500)
})

test('an editor lowers a price in steps to a third of the highest, and no further', async () => {
  await price(editor, course_id, 500)
  await expect(price(editor, course_id, 200)).rejects.toMatchObject(refused)
})

test('a copy of a free course with paid lessons goes on sale by an owner alone, in any way', async () => {
  const free = (await buildCourse(server.db, { price: 499 })).course_id
  await owner.courses.update({ params: { id: free }, body: { free: true } } as never)
  const copy = (await editor.courses.duplicate({ params: { id: free } })).course_id
  const content = [{ title: 'Paid', watch_link: 'https://www.youtube-nocookie.com/embed/paid' }]
  await editor.learning.addContent({ params: { id: copy }, body: { course_id: copy, content } } as never)
  await expect(place(editor, copy, 'published')).rejects.toMatchObject(refused)
  await expect(place(editor, copy, 'unlisted')).rejects.toMatchObject(refused)
  const many = { courses: [{ course_id: copy, state: 'published' }], also_empty: true }
  await expect(editor.courses.setStates(many as never)).rejects.toMatchObject(refused)
  const plan = { publish_at: later(1), withdraw: null, sale: null, also_empty: true }
  await expect(editor.courses.setSchedule({ params: { id: copy }, body: plan })).rejects.toMatchObject(refused)
  await place(owner, copy, 'published')
})

test('an editor puts no paid lesson into a free course that is on sale, and new ones they may', async () => {
  const free = (await buildCourse(server.db, { price: 499 })).course_id
  await owner.courses.update({ params: { id: free }, body: { free: true } } as never)
  const put = (link: string) => {
    const content = [{ title: 'A lesson', watch_link: `https://www.youtube-nocookie.com/embed/${link}` }]
    return editor.learning.addContent({ params: { id: free }, body: { course_id: free, content } } as never)
  }
  await put('new')
  await expect(put('paid')).rejects.toMatchObject({ status: 403 })
})

test('a bundle for a tenth of its courses is refused to an editor', async () => {
  other = (await buildCourse(server.db, { price: 999 })).course_id
  await expect(bundle(editor, 199)).rejects.toMatchObject(refused)
  await bundle(editor, 999)
})

test('a version with a low price is restored by an owner alone', async () => {
  await price(owner, course_id, 99)
  await price(owner, course_id, 1_299)
  const versions = await editor.courses.versions({ course_id })
  const bodies = await Promise.all(
    versions.map(({ version }) => editor.courses.version({ course_id, version: String(version) })),
  )
  const version = bodies.find(({ course }) => course.price === 99)?.version ?? 0
  const params = { course_id, version }
  await expect(editor.courses.restoreVersion({ params } as never)).rejects.toMatchObject(refused)
})

test('an editor goes on with a course that an owner gives away', async () => {
  await price(owner, course_id, 99)
  await editor.courses.update({ params: { id: course_id }, body: { name: 'Another name' } } as never)
  await price(editor, course_id, 149)
})

describe('a draft that an editor publishes', () => {
  const watch = () => `https://www.youtube-nocookie.com/embed/${course_id}`
  beforeEach(async () => {
    course_id = (await buildCourse(server.db, { price: 1_299 })).course_id
    await buildLesson(server.db, { course_id, watch_link: watch() })
  })
  const change = (id: string, body: object) => editor.courses.update({ params: { id }, body } as never)
  const publish = (id: string) => place(editor, id, 'published')
  const copy = async () => (await editor.courses.duplicate({ params: { id: course_id } })).course_id
  const options = (last: number) => [
    { option_id: 'lessons', name: 'The lessons', price: 1_299 },
    { option_id: 'week', name: 'A week', price: last, access_days: 7 },
  ]

  test('is a copy at the price and the terms of its original', async () => {
    const id = await copy()
    await change(id, { price: 999 })
    await publish(id)
  })

  test('is refused with an option for a rupee', async () => {
    const own = (await buildCourse(server.db, { price: 1_299, state: 'draft' })).course_id
    await buildLesson(server.db, { course_id: own, watch_link: `${watch()}-own` })
    const copied = await copy()
    for (const id of [own, copied])
      for (const last of [1, 20]) {
        await change(id, { options: options(last) })
        await expect(publish(id)).rejects.toMatchObject(refused)
      }
    await change(own, { options: options(500) })
    await publish(own)
  })

  test('is refused with a price of a renewal for a rupee', async () => {
    const own = (await buildCourse(server.db, { price: 1_299, state: 'draft', access_period: 'P6M' })).course_id
    await buildLesson(server.db, { course_id: own, watch_link: `${watch()}-renewed` })
    await change(own, { renew_price: 1 })
    await expect(publish(own)).rejects.toMatchObject(refused)
  })

  test('is worth the dearest course whose lessons it has, also when they come later', async () => {
    const cheap = (await buildCourse(server.db, { price: 20, state: 'draft' })).course_id
    const put = (link: string, files: object[] = []) => {
      const content = [{ title: 'A lesson', watch_link: link, files }]
      return editor.learning.addContent({ params: { id: cheap }, body: { course_id: cheap, content } } as never)
    }
    await put(watch())
    await expect(publish(cheap)).rejects.toMatchObject(refused)
    await put(`${watch()}-cheap`)
    await publish(cheap)
    await expect(put(watch())).rejects.toMatchObject(refused)
  })

  test('borrows nothing by a lesson that everybody may watch', async () => {
    await buildLesson(server.db, { course_id, watch_link: `${watch()}-free`, preview: true })
    const cheap = (await buildCourse(server.db, { price: 20, state: 'draft' })).course_id
    const content = [{ title: 'A lesson', watch_link: `${watch()}-free` }]
    await editor.learning.addContent({ params: { id: cheap }, body: { course_id: cheap, content } } as never)
    await publish(cheap)
  })

  test.each([
    ['access without an end', { access_period: null }, 'its access period'],
    ['dates', { workshops: true }, 'its dates and seats'],
    ['no tax', { gst_rate: 0 }, 'its GST rate'],
  ])('is refused as a copy with %s', async (_name, body, what) => {
    await owner.courses.update({ params: { id: course_id }, body: { access_period: 'P6M' } } as never)
    const id = await copy()
    await change(id, body)
    const message = `Only an owner or finance can publish a course with another value of ${what}`
    await expect(publish(id)).rejects.toMatchObject({ status: 403, message })
    await place(owner, id, 'published')
  })

  test('is refused with a GST rate of its own', async () => {
    const own = (await buildCourse(server.db, { price: 1_299, state: 'draft' })).course_id
    await buildLesson(server.db, { course_id: own, watch_link: `${watch()}-taxed` })
    await change(own, { gst_rate: 0 })
    await expect(publish(own)).rejects.toMatchObject({ status: 403 })
  })
})

test('an editor gives 90 days of access after a date, and more only where an owner gave them', async () => {
  const starts_at = later(48)
  const run = (replay_days: number) => ({ starts_at, ends_at: later(50), seats: 5, replay_days })
  const add = (api: ApiClient, days: number) => api.workshops.create({ body: { course_id, ...run(days) } } as never)
  await expect(add(editor, 3_650)).rejects.toMatchObject({ status: 403 })
  const { run_id } = (await add(editor, 90)) as never
  const put = (api: ApiClient, days: number) =>
    api.workshops.update({ params: { run_id }, headers: {}, body: run(days) } as never)
  await expect(put(editor, 91)).rejects.toMatchObject({ status: 403 })
  await put(owner, 3_650)
  await put(editor, 3_650)
})
