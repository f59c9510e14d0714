import { contract } from 'contract'
import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder } from './catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from './server.ts'
import { taxSettings } from './tax-settings.ts'

let server: TestServer
let owner: ApiClient
beforeAll(async () => {
  server = await startTestServer({
    work: false,
    env: { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'Mango-Kulfi-42' },
  })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())

const tools = async () => (await owner.admins.me()).tools

test('a shop meets its tools as it grows, and what arrived stays', async () => {
  expect(await tools()).toEqual([])
  const { course_id } = await buildCourse(server.db)
  expect(await tools()).toEqual([])
  const { course_id: second } = await buildCourse(server.db)
  expect(await tools()).toEqual(['bundles', 'media'])
  await owner.courses.delete({ params: { course_id: second } })
  expect(await tools()).toEqual(['bundles', 'media'])

  await buildPaidOrder(server.db, { course_id })
  const sold = ['bundles', 'media', 'sources', 'payouts', 'invoices']
  expect(new Set(await tools())).toEqual(new Set(sold))
  await owner.documents.setTaxSettings({ body: taxSettings({ valid_from: indianDay(server.ctx.now()) }) })
  for (let sale = 2; sale < 10; sale += 1) await buildPaidOrder(server.db, { course_id })
  expect(new Set(await tools())).toEqual(new Set(sold))
  await buildPaidOrder(server.db, { course_id })
  const month = 'books' in contract ? ['month'] : []
  expect(new Set(await tools())).toEqual(new Set([...sold, ...month]))

  const { admin } = await owner.admins.create({ email: 'second@example.com', role: 'support' })
  const team = new Set([...sold, ...month, 'admins', 'activity'])
  expect(new Set(await tools())).toEqual(team)
  await owner.admins.end({ params: { admin_id: admin.admin_id } })
  expect(new Set(await tools())).toEqual(team)
})

test('an owner puts a tool into the menu of all admins and takes it out, until the shop needs it', async () => {
  const support = server.api(await server.adminToken('support'))
  expect(await owner.admins.useTool({ tool: 'offers', used: true })).toEqual({ message: 'Added to the menu' })
  await owner.admins.useTool({ tool: 'offers', used: true })
  expect(await support.admins.me()).toMatchObject({ asked_tools: ['offers'] })
  expect((await support.admins.me()).tools.filter((tool) => tool === 'offers')).toHaveLength(1)
  await expect(support.admins.useTool({ tool: 'offers', used: false })).rejects.toMatchObject({ status: 403 })
  expect(await owner.admins.useTool({ tool: 'offers', used: false })).toEqual({ message: 'Removed from the menu' })
  expect(await tools()).not.toContain('offers')
  // A tool that the shop needs is no longer a wish, and stays.
  await owner.admins.useTool({ tool: 'invoices', used: true })
  await owner.admins.useTool({ tool: 'invoices', used: false })
  const me = await owner.admins.me()
  expect([me.tools.includes('invoices'), me.asked_tools]).toEqual([true, []])
  const [entry] = (await owner.activity.list({ q: 'admins.useTool' })).activity
  expect(entry).toMatchObject({ call: 'admins.useTool', before: { invoices: true }, after: { invoices: false } })
  await expect(owner.admins.useTool({ tool: 'Offers!', used: true })).rejects.toMatchObject({ status: 422 })
})

test('the wish to see everything is of one admin', async () => {
  const editor = server.api(await server.adminToken('editor'))
  await editor.admins.showAll({ show_all: true })
  expect([(await editor.admins.me()).show_all, (await owner.admins.me()).show_all]).toEqual([true, false])
  await editor.admins.showAll({ show_all: false })
  expect((await editor.admins.me()).show_all).toBe(false)
})
