import { LIVE_STEPS, type LiveStep } from 'contract/before-live'
import { demoShop } from 'contract/shop/demo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder, buildStudentRow } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false, shop: {} })
})
afterAll(async () => {
  await server.stop()
})

const isStep = (kind: string): kind is LiveStep => LIVE_STEPS.some((step) => step === kind)

/** The setup steps that an owner sees now. */
async function steps(): Promise<{ open: LiveStep[]; dismissed: LiveStep[] }> {
  const { lines, dismissed } = await server.api(await server.adminToken()).overview.todo()
  return { open: lines.map(({ kind }) => kind).filter(isStep), dismissed }
}

test('a step leaves the list when it is mended or settled, and visitors learn nothing of it', async () => {
  const owner = server.api(await server.adminToken())
  await owner.settings.update({ body: { claims: demoShop.claims } })
  const { open } = await steps()
  expect(open).toEqual(LIVE_STEPS.filter((step) => open.includes(step)))
  expect(open).toContain('claims')
  await owner.settings.update({
    body: {
      claims: { enrolled_students: '', active_students: '', expert_courses: '', success_stories: '', countries: '' },
    },
  })
  expect((await steps()).open).toEqual(open.filter((step) => step !== 'claims'))

  await owner.beforeLive.settle({ step: 'policies', settled: true })
  expect(await steps()).toEqual({
    open: open.filter((step) => step !== 'claims' && step !== 'policies'),
    dismissed: ['policies'],
  })
  expect(JSON.stringify(await server.api().settings.public())).not.toContain('settled')
  await owner.beforeLive.settle({ step: 'policies', settled: false })
  expect((await steps()).open).toContain('policies')
})

test('a logo, courses, students and a sale are named until they are there; the demo is known by its seed', async () => {
  const owner = server.api(await server.adminToken())
  expect((await steps()).open).toContain('logo')
  const logo = `/media/${'a'.repeat(32)}-400x100-c21b63/logo.png`
  await owner.settings.update({ body: { brand: { logo } } })
  expect((await steps()).open).not.toContain('logo')
  expect((await server.api().settings.public()).brand.logo).toBe(logo)
  // A change of another setting does not touch the logo.
  await owner.settings.update({ body: { brand: { line: 'Cut and sew' } } })
  expect((await owner.settings.get()).brand.logo).toBe(logo)
  await expect(owner.settings.update({ body: { brand: { logo: 'javascript:alert(1)' } } })).rejects.toMatchObject({
    status: 422,
  })
  await owner.settings.update({ body: { brand: { logo: '' } } })
  expect((await steps()).open).toContain('logo')

  const left = async () => (await steps()).open.filter((step) => /course|students|purchase|look/.test(step))
  expect(await left()).toEqual(['course', 'students'])
  const { course_id } = await buildCourse(server.db)
  expect(await left()).toEqual(['look', 'purchase', 'students'])
  expect((await owner.overview.todo()).lines.find(({ kind }) => kind === 'look')?.words).toBe(course_id)
  await owner.beforeLive.settle({ step: 'look', settled: true })
  expect(await left()).toEqual(['purchase', 'students'])
  const student = await buildStudentRow(server.db)
  const { id: given_by } = await server.db('admins').first('id')
  const grant = { user_id: student.id, course_id, given_by, granted_at: server.ctx.now() }
  await server.db('enrolments').insert(grant)
  expect(await left()).toEqual(['purchase'])
  await server.db('enrolments').delete()
  await buildPaidOrder(server.db, { course_id })
  expect(await left()).toEqual([])
  await server.db('courses').where({ course_id }).update({ demo: true })
  expect(await left()).toEqual(['demo_courses', 'course', 'students'])
  // A deleted one is restored from the bin: the demo is still there.
  await server.db('courses').where({ course_id }).update({ deleted_at: new Date() })
  expect(await left()).toEqual(['demo_courses', 'course', 'students'])
})

test('guarantee, countdown and next price are to be decided, until a save or the owner decides them', async () => {
  const owner = server.api(await server.adminToken())
  const decisions = async () => {
    const { open, dismissed } = await steps()
    const of = (all: string[]) => all.filter((step) => step === 'guarantee' || step === 'urgency')
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
