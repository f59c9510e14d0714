import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIVE_STEPS } from '../../contract/before-live.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(async () => {
  await server.stop()
})

test('a step leaves the list when it is mended or settled, and visitors learn nothing of it', async () => {
  const owner = server.api(await server.adminToken())
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
  expect(JSON.stringify(await server.api().settings.public())).not.toContain('settled')
  expect((await owner.beforeLive.settle({ step: 'policies', settled: false })).open).toContain('policies')
})
