import { LIVE_STEPS } from 'contract/before-live'
import { demoShop } from 'contract/shop/demo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false, shop: {} })
})
afterAll(async () => {
  await server.stop()
})

test('a step leaves the list when it is mended or settled, and visitors learn nothing of it', async () => {
  const owner = server.api(await server.adminToken())
  await owner.settings.update({ body: { claims: demoShop.claims } })
  const { open } = await owner.beforeLive.get()
  expect(open).toEqual(LIVE_STEPS.filter((step) => open.includes(step)))
  expect(open).toContain('claims')
  await owner.settings.update({
    body: {
      claims: { enrolled_students: '', active_students: '', expert_courses: '12', success_stories: '', countries: '' },
    },
  })
  expect((await owner.beforeLive.get()).open).toEqual(open.filter((step) => step !== 'claims'))

  const settled = await owner.beforeLive.settle({ step: 'policies', settled: true })
  expect(settled.open).toEqual(open.filter((step) => step !== 'claims' && step !== 'policies'))
  expect(settled.dismissed).toEqual(['policies'])
  expect(JSON.stringify(await server.api().settings.public())).not.toContain('settled')
  expect((await owner.beforeLive.settle({ step: 'policies', settled: false })).open).toContain('policies')
})

test('a logo and demo courses are named until they are there and gone; the demo is known by its seed', async () => {
  const owner = server.api(await server.adminToken())
  expect((await owner.beforeLive.get()).open).toContain('logo')
  const logo = `/media/${'a'.repeat(32)}-400x100-c21b63/logo.png`
  await owner.settings.update({ body: { brand: { logo } } })
  expect((await owner.beforeLive.get()).open).not.toContain('logo')
  expect((await server.api().settings.public()).brand.logo).toBe(logo)
  // Another change leaves it where it is.
  await owner.settings.update({ body: { brand: { line: 'Cut and sew' } } })
  expect((await owner.settings.get()).brand.logo).toBe(logo)
  await expect(owner.settings.update({ body: { brand: { logo: 'javascript:alert(1)' } } })).rejects.toMatchObject({
    status: 422,
  })
  await owner.settings.update({ body: { brand: { logo: '' } } })
  expect((await owner.beforeLive.get()).open).toContain('logo')

  const { course_id } = await buildCourse(server.db)
  const first = async () => (await owner.beforeLive.get()).first.filter(({ done }) => done).map(({ step }) => step)
  expect(await first()).toEqual(['course'])
  await buildPaidOrder(server.db, { course_id })
  expect(await first()).toEqual(['course', 'purchase'])
  await owner.beforeLive.settle({ step: 'getting_started', settled: true })
  expect(await first()).toEqual([])
  expect((await owner.beforeLive.get()).dismissed).toEqual([])
  const steps = async () => (await owner.beforeLive.get()).open.filter((step) => /course/.test(step))
  expect(await steps()).toEqual([])
  await server.db('courses').where({ course_id }).update({ demo: true })
  expect(await steps()).toEqual(['demo_courses', 'course'])
  await server.db('courses').where({ course_id }).update({ deleted_at: new Date() })
  expect(await steps()).toEqual(['course'])
})

test('guarantee, countdown and next price are to be decided, until a save or the owner decides them', async () => {
  const owner = server.api(await server.adminToken())
  const decisions = async () => {
    const { open, dismissed } = await owner.beforeLive.get()
    const of = (steps: string[]) => steps.filter((step) => step === 'guarantee' || step === 'urgency')
    return { open: of(open), dismissed: of(dismissed) }
  }
  expect(await decisions()).toEqual({ open: ['guarantee', 'urgency'], dismissed: [] })
  // A save of something else decides nothing.
  await owner.settings.update({ body: { guarantee: { days: 0, text: 'Not for you?' }, contact: { hours: 'Always' } } })
  expect(await decisions()).toEqual({ open: ['guarantee', 'urgency'], dismissed: [] })
  await owner.settings.update({ body: { guarantee: { days: 14 } } })
  expect(await decisions()).toEqual({ open: ['urgency'], dismissed: ['guarantee'] })
  await owner.beforeLive.settle({ step: 'urgency', settled: true })
  expect(await decisions()).toEqual({ open: [], dismissed: ['guarantee', 'urgency'] })
  // To take it back is a choice, too.
  await owner.settings.update({ body: { guarantee: { days: 0 } } })
  expect((await decisions()).open).toEqual([])
})
