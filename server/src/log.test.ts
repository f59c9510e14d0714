import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from './errors.ts'
import { countFloods, describeError, shortMessage } from './log.ts'

let lines: { msg: string; times?: number; error?: string; order_id?: number; level: number }[]
const open = () =>
  pino(
    { hooks: { logMethod: countFloods(shortMessage) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('repeats of one message are written once and counted, window by window', () => {
  const log = open()
  const away = () => new Error('select 1 - connect ECONNREFUSED 127.0.0.1:5432')
  for (let n = 0; n < 215; n++) log.warn({ err: away() }, 'job queue fault')
  expect(lines.map(({ msg }) => msg)).toEqual(['job queue fault'])
  vi.advanceTimersByTime(10_000)
  expect(lines[1]).toMatchObject({
    level: 40,
    msg: 'job queue fault … 214 times more in the last 10 s',
    times: 214,
    error: 'connect ECONNREFUSED 127.0.0.1:5432',
  })
  // The flood continues: the next window begins with the message itself.
  for (let n = 0; n < 3; n++) log.warn({ err: away() }, 'job queue fault')
  vi.advanceTimersByTime(10_000)
  expect(lines.map(({ times }) => times)).toEqual([undefined, 214, undefined, 2])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(4)
})

test('messages about another subject or error, and plain information, are written each time', () => {
  const log = open()
  for (const order_id of [1, 2, 3]) log.error({ order_id }, 'refund failed')
  log.error({ err: new Error('one') }, 'unexpected error')
  log.error({ err: new Error('two') }, 'unexpected error')
  for (let n = 0; n < 3; n++) log.info('order settled')
  expect(lines).toHaveLength(8)
  vi.advanceTimersByTime(10_000)
  expect(lines).toHaveLength(8)
})

test('one message about different subjects is written at most 50 times in a window', () => {
  const log = open()
  for (let order_id = 0; order_id < 1_000; order_id++) log.warn({ order_id }, 'webhook refused')
  expect(lines).toHaveLength(50)
  vi.advanceTimersByTime(10_000)
  expect(lines.slice(50)).toEqual([expect.objectContaining({ times: 950 })])
})

test('a full disk is one sentence in the log, and a program error has its location', () => {
  const full = (code: string, message: string) => Object.assign(new Error(message), { code })
  const shown = [
    full('ENOSPC', 'ENOSPC: no space left on device, write'),
    appError('storage_full', 'There is no space left for this file'),
    full('53100', 'insert into "x" - could not extend file: No space left on device'),
  ].map(describeError)
  for (const one of shown) expect(one).not.toHaveProperty('stack')
  expect(shown.at(-1)).toEqual({
    type: 'Error',
    code: '53100',
    message: 'could not extend file: No space left on device',
  })
  expect(describeError(new TypeError('x is not a function'))).toHaveProperty('stack', expect.stringContaining('at '))
})
