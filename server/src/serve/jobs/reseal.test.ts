import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { optionalTables } from '../../platform/features/features.ts'
import { sealGatewaySecret } from '../../platform/payments/keys.ts'
import { newAppSecret } from '../../shop/auth/authenticator-app.ts'
import { createJobs } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const [former, current] = [randomBytes(32), randomBytes(32)]
const under = (...keys: [Buffer, ...Buffer[]]) => ({
  ...server.ctx,
  config: { ...server.ctx.config, encryptionKeys: keys },
})
const runReseal = (ctx: TestServer['ctx']) =>
  createJobs(ctx)
    .find(({ name }) => name === 'seal-anew')
    ?.run({}, '')

/** Rows of what a version took out rest, and nothing reads them. */
const RESTING = ['sheet_config']

/** Reads every sealed column of the schema but those of optional features, which have tests of their own. */
async function everySealed(): Promise<{ column: string; sealed: string[] }[]> {
  const columns: { table_name: string; column_name: string }[] = await server
    .db('information_schema.columns')
    .where({ table_schema: 'public' })
    .whereILike('column_name', '%sealed%')
    .whereNotIn('table_name', [...optionalTables, ...RESTING])
    .orderBy(['table_name', 'column_name'])
    .select('table_name', 'column_name')
  return Promise.all(
    columns.map(async ({ table_name, column_name }) => ({
      column: `${table_name}.${column_name}`,
      sealed: await server.db(table_name).whereNotNull(column_name).pluck(column_name),
    })),
  )
}

test('every sealed column is read with a former ENCRYPTION_KEY, and sealed anew with the first', async () => {
  const before = under(former)
  await server.db('gateway_config').insert({
    provider: 'razorpay',
    api_key: 'rzp_live_1',
    api_secret_sealed: sealGatewaySecret('api_secret', 'secret', [former]),
    webhook_secret_sealed: sealGatewaySecret('webhook_secret', 'hook', [former]),
    former_webhook_secret_sealed: sealGatewaySecret('webhook_secret', 'hook of yesterday', [former]),
    former_webhook_secret_until: new Date(Date.now() + 86_400_000),
    verified_at: new Date(),
  })
  const admin = await server.db('admins').first('id', 'email')
  const { sealed: app } = newAppSecret(before, admin, 'Shop')
  await server.db('admin_apps').insert({ admin_id: admin.id, sealed_secret: app, created_at: new Date() })

  const old = await everySealed()
  expect(old.map(({ column, sealed }) => [column, sealed.length])).toEqual([
    ['admin_apps.sealed_secret', 1],
    ['gateway_config.api_secret_sealed', 1],
    ['gateway_config.former_webhook_secret_sealed', 1],
    ['gateway_config.webhook_secret_sealed', 1],
  ])
  const oldId = app.split('.')[1]
  const both = under(current, former)

  // One key alone changes nothing, also not with what it cannot read.
  await runReseal(under(current))
  expect(await everySealed()).toEqual(old)

  await runReseal(both)
  const refresh = await everySealed()
  const ids = new Set(refresh.flatMap(({ sealed }) => sealed.map((one) => one.split('.')[1])))
  expect([ids.size, ids.has(oldId)]).toEqual([1, false])
  const shown = server.logged.map((line) => JSON.parse(line)).find(({ sealed_anew }) => sealed_anew)
  expect(shown).toMatchObject({ sealed_anew: 4, msg: 'every stored secret is sealed with the first ENCRYPTION_KEY' })
  await runReseal(both)
  expect(await everySealed()).toEqual(refresh)
})
