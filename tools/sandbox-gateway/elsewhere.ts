import type { AddressInfo } from 'node:net'
import express from 'express'
import pino from 'pino'
import { SANDBOX_PATH } from '../../server/src/config.ts'
import { createDb, PATIENT } from '../../server/src/platform/db/knex.ts'
import { createSandbox } from './sandbox.ts'

// Runs the sandbox gateway in another process with a network delay. Reports its address once it listens. Sends events
// to `WEBHOOK_URL`.

const DELAY_MS = 50

const db = createDb(process.env.DATABASE_URL ?? '', { timeouts: PATIENT })
let url = ''
const sandbox = createSandbox({
  db,
  keys: { keyId: 'rzp_test_bench', keySecret: 'bench', webhookSecret: 'webhooks-of-the-bench' },
  storeUrl: () => url,
  webhookUrl: () => process.env.WEBHOOK_URL ?? `${url}/none`,
  shopName: async () => 'SkillHaat',
  log: pino({ level: 'silent' }),
  now: () => new Date(),
})
const app = express()
app.set('query parser', false)
app.use((_req, _res, next) => {
  setTimeout(next, DELAY_MS)
})
app.use(SANDBOX_PATH, sandbox.router)
const server = app.listen(0, '127.0.0.1', () => {
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.send?.(`${url}${SANDBOX_PATH}`)
})
