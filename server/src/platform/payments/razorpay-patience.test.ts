import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPlainRun } from '../../../test/scope.ts'
import { createPayments } from './razorpay.ts'

let requests = 0
const silent = createServer(() => {
  requests += 1
})

beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

it.skipIf(isPlainRun)('a gateway that accepts calls and never answers is called twice', async () => {
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const loadKeys = async () => ({ keyId: 'k', keySecret: 's', baseUrl })
  const payments = createPayments({ loadKeys, log: pino({ level: 'silent' }) })
  await expect(payments.fetchPayment('pay_00000000000000')).rejects.toMatchObject({
    kind: 'unreachable',
    retryable: true,
    message: expect.stringContaining('too long'),
  })
  expect(requests).toBe(2)
})
