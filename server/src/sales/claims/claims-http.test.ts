import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { callHooks } from '../../platform/features/hooks.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { checkProofs } from './claims.service.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false, shop: {} })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db('claim_proofs').delete()
  await server.db('claim_rules').update({ strict: true, shown_until: null })
})

/** A write of the catalogue tells every cache. */
const sell = (fields: Parameters<typeof buildCourse>[1]) => writeCatalogue(server.db, (trx) => buildCourse(trx, fields))
const removeCourses = () => writeCatalogue(server.db, (trx) => trx('courses').delete())

const visitor = () => server.api()
const idOf = async (words: string) => {
  const { claims } = await owner.claims.list()
  return claims.find((line) => line.words === words)?.claim_id ?? `not found: ${claims.map((line) => line.words)}`
}
const byText = { kind: 'text' as const, text: 'Counted in our register of 2026', dated_on: '2026-11-18' }
const prove = async (words: string, body: Parameters<typeof owner.claims.prove>[0]['body'] = byText) =>
  owner.claims.prove({ params: { claim_id: await idOf(words) }, body })

const lines = 'Shoot on any phone.\nIndia’s No. 1 bundle. Made in Pune.\nEdit in an evening.'

test('a course shows its lines without the unproven ones, its name always, and all of it once they are proven', async () => {
  const { course_id } = await sell({
    name: 'Best course on reels',
    long_description: lines,
    header_below: 'Join 10,000+ students',
    faq: [
      { question: 'Is it safe?', answer: 'Yes. Money-back guarantee.' },
      { question: 'How long?', answer: '30 lessons.' },
    ],
  })
  const shown = await visitor().courses.get({ id: course_id })
  expect(shown).toMatchObject({
    name: 'Best course on reels',
    long_description: 'Shoot on any phone.\nEdit in an evening.',
    header_below: '',
    faq: [{ question: 'How long?', answer: '30 lessons.' }],
  })
  expect((await owner.courses.adminGet({ id: course_id })).long_description).toBe(lines)
  const { claims, unproven } = await owner.claims.list()
  const mine = claims.filter(({ places }) => places.some(({ id }) => id === course_id))
  expect(mine.map(({ words, places: [at] }) => [words, at?.path, at?.is_name])).toEqual([
    ['India’s No. 1 bundle.', 'long_description', false],
    ['Join 10,000+ students', 'header_below', false],
    ['Money-back guarantee.', 'faq.[].answer', false],
    ['Best course on reels', 'name', true],
  ])
  expect(unproven).toBe(claims.length)
  await prove('India’s No. 1 bundle.')
  await prove('Join 10,000+ students')
  expect(await visitor().courses.get({ id: course_id })).toMatchObject({
    long_description: lines,
    header_below: 'Join 10,000+ students',
  })
  // Changed words are another claim.
  await owner.courses.update({ params: { id: course_id }, body: { header_below: 'Join 20,000+ students' } })
  expect(await visitor().courses.get({ id: course_id })).toMatchObject({ header_below: '' })
  await removeCourses()
})

test('settings, cards and pages of blocks leave out what lacks a proof', async () => {
  await owner.settings.update({
    body: {
      claims: { enrolled_students: '3750+' },
      home: { headline: 'The best academy in India', trust: ['Learn on your phone', 'Guaranteed job'] },
      brand: { line: 'हुनर का हाट' },
    },
  })
  expect(await visitor().settings.public()).toMatchObject({
    claims: { enrolled_students: '' },
    home: { headline: '', trust: ['Learn on your phone'] },
    brand: { line: 'हुनर का हाट' },
  })
  await prove('3750+ enrolled students')
  expect((await visitor().settings.public()).claims.enrolled_students).toBe('3750+')
  const { course_id } = await sell({ description: 'The best bundle. For anyone.' })
  const cards = await visitor().courses.list({})
  expect(cards.find((card) => card.course_id === course_id)).toMatchObject({ description: '' })
  await owner.settings.update({ body: { claims: { enrolled_students: '' }, home: { headline: '', trust: [] } } })
  await removeCourses()
})

test('a counted proof needs as many, and is checked at the end of each day', async () => {
  const { course_id } = await sell({ header_text: 'Taught to 2+ students' })
  const words = 'Taught to 2+ students'
  const counted = { kind: 'counted', figure: 'students' } as const
  const message = 'The shop counts 0 students, the claim says 2'
  await expect(prove(words, counted)).rejects.toMatchObject({
    status: 422,
    data: { errors: [{ path: 'figure', message }] },
  })
  await owner.courses.update({ params: { id: course_id }, body: { header_text: 'A 7-day money-back guarantee' } })
  await owner.settings.update({ body: { guarantee: { days: 14 } } })
  const days = { kind: 'counted', figure: 'guarantee' } as const
  const { claims } = await prove('A 7-day money-back guarantee', days)
  expect(claims.find(({ proof }) => proof)).toMatchObject({ proof: { figure: 'guarantee', holds: true } })
  expect(await visitor().courses.get({ id: course_id })).toMatchObject({ header_text: 'A 7-day money-back guarantee' })
  await owner.settings.update({ body: { guarantee: { days: 0 } } })
  await callHooks('dayEnded', server.ctx)
  expect(await visitor().courses.get({ id: course_id })).toMatchObject({ header_text: '' })
  expect((await owner.claims.list()).claims.find(({ proof }) => proof)?.proof).toMatchObject({ holds: false })
  await removeCourses()
})

test('a file is one of the library, and a proof that is removed takes the claim along', async () => {
  const { course_id } = await sell({ header_text: 'Rated 4.9 by students' })
  const file = `/media/${'a'.repeat(32)}/register.pdf`
  await expect(prove('Rated 4.9 by students', { kind: 'file', file })).rejects.toMatchObject({ status: 422 })
  await prove('Rated 4.9 by students')
  expect((await visitor().courses.get({ id: course_id })).header_text).toBe('Rated 4.9 by students')
  const claim_id = await idOf('Rated 4.9 by students')
  await owner.claims.unprove({ claim_id })
  expect((await visitor().courses.get({ id: course_id })).header_text).toBe('')
  await expect(owner.claims.unprove({ claim_id })).rejects.toMatchObject({ status: 404 })
  await expect(owner.claims.prove({ params: { claim_id: '0'.repeat(32) }, body: byText })).rejects.toMatchObject({
    status: 404,
  })
  await removeCourses()
})

test('a shop from before shows its claims until the day, and Home names them and the day', async () => {
  const until = new Date(server.ctx.now().getTime() + 30 * 86_400_000)
  await server.db('claim_rules').update({ strict: false, shown_until: until })
  const { course_id } = await sell({ header_text: 'The best bundle' })
  expect((await visitor().courses.get({ id: course_id })).header_text).toBe('The best bundle')
  const line = async () => (await owner.overview.todo()).lines.find(({ kind }) => kind === 'claim_proofs')
  expect(await line()).toMatchObject({ count: 1, until: until.toISOString() })
  await checkProofs(server.ctx)
  expect((await visitor().courses.get({ id: course_id })).header_text).toBe('The best bundle')
  server.clock.set(new Date(until.getTime() + 1000))
  owner = server.api(await server.adminToken())
  await checkProofs(server.ctx)
  expect((await visitor().courses.get({ id: course_id })).header_text).toBe('')
  expect(await line()).toMatchObject({ count: 1, until: null })
  await server.db('claim_rules').update({ strict: false, shown_until: until })
  expect(await owner.claims.hide()).toMatchObject({ strict: true, shown_until: null })
  await prove('The best bundle')
  expect(await line()).toBeUndefined()
  await removeCourses()
})

test('only an owner proves; an editor reads the list', async () => {
  const editor = server.api(await server.adminToken('editor'))
  expect(await editor.claims.list()).toMatchObject({ strict: true })
  await expect(editor.claims.prove({ params: { claim_id: '0'.repeat(32) }, body: byText })).rejects.toMatchObject({
    status: 403,
  })
})

test('a shop of 400 courses is read once for each change', async () => {
  const text = `${'Shoot on any phone and edit in an evening. '.repeat(20)}\n`.repeat(5)
  for (let index = 0; index < 400; index++)
    await buildCourse(server.db, { name: `Course ${index}`, long_description: `${text}The ${index} best course` })
  const timed = async () => {
    const started = performance.now()
    await owner.claims.list()
    return performance.now() - started
  }
  await writeCatalogue(server.db, async () => {})
  const first = await timed()
  const again = await timed()
  console.info(`400 courses: ${first.toFixed(0)} ms, then ${again.toFixed(0)} ms`)
  expect(again).toBeLessThan(first)
  await removeCourses()
})
