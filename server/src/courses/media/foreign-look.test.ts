import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { picture } from '../../../test/upload-files.ts'
import { lookInto, lookLimits } from './foreign-look.ts'

const usual = { ...lookLimits }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-look-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => Object.assign(lookLimits, usual))

let programs = 0
/** Replaces the shop's own program by one with this answer. */
async function answerBy(does: string): Promise<void> {
  lookLimits.program = join(folder, `${++programs}.mjs`)
  const end = `const last = (value) => process.send({ value, cpuMs: 1, megabytes: 500 })`
  await writeFile(lookLimits.program, `${end}\nlet questions = 0\nprocess.on('message', () => {${does}})`)
}
const look = (who: string, spent?: (cpuMs: number) => Promise<void>) =>
  lookInto({ who, ...(spent ? { spent } : {}) }, 'captions', { path: '' }) as Promise<unknown>

test('a process serves the next file as well', async () => {
  await answerBy('if (++questions === 2) last(2); else process.send({ value: 1, cpuMs: 1, megabytes: 1 })')
  expect([await look('a'), await look('b')]).toEqual([1, 2])
})

test('a process that ended while it waited costs the next file nothing', async () => {
  await answerBy('process.send({ value: process.pid, cpuMs: 1, megabytes: 1 })')
  const ended = Number(await look('a'))
  const spent: number[] = []
  process.kill(ended, 'SIGKILL')
  expect(await look('b', async (ms) => void spent.push(ms))).not.toBe(ended)
  expect(spent).toEqual([1])
})

test('a process that holds much memory is not used again', async () => {
  await answerBy('process.send({ value: ++questions, cpuMs: 1, megabytes: 500 })')
  expect([await look('a'), await look('a')]).toEqual([1, 1])
})

test('files of one sender wait for each other, and another sender’s file does not wait for them', async () => {
  await answerBy('setTimeout(last, 30)')
  const order: string[] = []
  const many = Array.from({ length: 8 }, () => look('many').then(() => order.push('many')))
  await Promise.all([...many, look('one').then(() => order.push('one'))])
  expect(order.indexOf('one')).toBeLessThan(3)
})

test('a look that ends its process is refused and counts in full', async () => {
  await answerBy('process.exit(1)')
  const spent: number[] = []
  const refused = look('a', async (ms) => void spent.push(ms))
  await expect(refused).rejects.toMatchObject({ code: 'invalid', message: expect.stringMatching(/takes too long/) })
  expect(spent).toEqual([lookLimits.cpuMs])
})

test('a machine without time is no fault of the file', async () => {
  await answerBy('')
  lookLimits.wallMs = 50
  await expect(look('a')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a file is refused beyond its CPU time or memory, and the next one is served', async () => {
  const path = join(folder, 'a.jpg')
  await writeFile(path, await picture('jpeg', { width: 1_200, height: 900 }))
  const remake = (to: string) => lookInto({ who: 'a' }, 'picture', { path, to: join(folder, to) })
  lookLimits.cpuMs = 20
  await expect(remake('1')).rejects.toMatchObject({ code: 'invalid' })
  Object.assign(lookLimits, { ...usual, residentMegabytes: 40 })
  await expect(remake('2')).rejects.toMatchObject({ code: 'invalid' })
  Object.assign(lookLimits, usual)
  expect(await remake('3')).toMatchObject({ format: 'jpeg', width: 1200 })
})
