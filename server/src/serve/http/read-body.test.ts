import { Readable } from 'node:stream'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import { readRawBody } from './read-body.ts'

/** A body that stops coming after `bytes`. */
function stalled(bytes: number): Request {
  const body = new Readable({ read() {} })
  body.push(Buffer.alloc(bytes))
  return Object.assign(body, { headers: {} }) as unknown as Request
}

test('the oldest of 400 stalled bodies are dropped, and strangers crowd out nobody else', async () => {
  const admin = stalled(1_000_000)
  const saving = readRawBody(admin, 'admins')
  const all = Array.from({ length: 400 }, () => stalled(64_000))
  const outcomes: (string | undefined)[] = all.map(() => undefined)
  const reading = all.map((body, index) =>
    readRawBody(body, 'people').then(
      () => {
        outcomes[index] = 'read'
      },
      ({ code }) => {
        outcomes[index] = code
      },
    ),
  )
  await new Promise((resolve) => setImmediate(resolve))
  const givenUp = outcomes.filter((outcome) => outcome === 'unavailable').length
  expect(400 - givenUp).toBeLessThanOrEqual((8 * 1024 ** 2) / 64_000)
  expect(outcomes.slice(0, givenUp).every((outcome) => outcome === 'unavailable')).toBe(true)
  for (const body of [...all, admin]) body.push(null)
  await Promise.all(reading)
  expect(outcomes.at(-1)).toBe('read')
  expect((await saving).length).toBe(1_000_000)
})
