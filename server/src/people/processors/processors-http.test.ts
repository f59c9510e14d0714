import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken('owner'))
})
afterAll(() => server.stop())

test('only an owner reads and writes processors', async () => {
  for (const role of ['editor', 'support', 'finance'] as const) {
    const api = server.api(await server.adminToken(role))
    const calls = await Promise.allSettled([
      api.processors.list(),
      api.processors.add({ name: 'Kaveri', purpose: 'Hosting', country: 'India' }),
    ])
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: { status: 403 } })
  }
})

test('processors are those of the settings and rows of the owner; the public list has neither contract nor note', async () => {
  expect((await server.api().processors.shown()).map(({ name }) => name)).toEqual(['Razorpay'])
  await server.db('webhook_endpoints').insert({
    webhook_id: 'wh_1',
    url: 'https://hooks.example.com/in',
    events: ['*'],
    format: 'full',
    secret_sealed: 'sealed',
    active: true,
    by_program: false,
    created_at: server.ctx.now(),
  })
  expect((await server.api().processors.shown()).map(({ name }) => name)).toEqual(['Razorpay', 'hooks.example.com'])
  await owner.processors.add({
    name: 'Kaveri Hosting',
    purpose: 'Runs the server',
    country: 'India',
    contract_on: '2026-04-01',
    note: 'Signed by Asha',
  })
  const rows = await owner.processors.list()
  expect(rows.at(-1)).toMatchObject({ name: 'Kaveri Hosting', contract_on: '2026-04-01', note: 'Signed by Asha' })
  expect((await server.api().processors.shown()).at(-1)).toEqual({
    name: 'Kaveri Hosting',
    purpose: 'Runs the server',
    country: 'India',
  })
  const params = { processor_id: String(rows.at(-1)?.processor_id) }
  const body = { name: 'Kaveri Hosting', purpose: 'Runs the server', country: 'Ireland' }
  await owner.processors.update({ params, body })
  expect((await owner.processors.list()).at(-1)).toMatchObject({ country: 'Ireland', contract_on: null, note: null })
  await owner.processors.delete({ params })
  await expect(owner.processors.delete({ params })).rejects.toMatchObject({ status: 404 })
  const row = { name: 'Kaveri', purpose: 'Hosting', country: 'India' }
  const flood = await Promise.allSettled(Array.from({ length: 55 }, () => owner.processors.add(row)))
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
})

test('the registers list processors, and how long each table stores persons', async () => {
  const headers = { authorization: `bearer ${await server.adminToken('owner')}` }
  const file = async (name: string) => (await server.request(`/api/admin/registers/${name}.csv`, { headers })).text()
  expect(await file('processors')).toContain('Kaveri,Hosting,India')
  expect(await file('processors'), 'those of the settings, too').toContain('Razorpay,Takes payments')
  expect(await file('retention')).toContain('72 months after the annual GST return of their year')
})
