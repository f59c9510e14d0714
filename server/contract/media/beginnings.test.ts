import { expect, test } from 'vitest'
import { isWholeMp4 } from './beginnings.ts'

const box = (type: string, bytes: number) => {
  const made = Buffer.alloc(bytes)
  made.writeUInt32BE(bytes)
  made.write(type, 4, 'latin1')
  return made
}

test('a megabyte of empty boxes takes few reads, and its end is found', async () => {
  const file = Buffer.concat([
    box('ftyp', 24),
    ...Array.from({ length: 99_000 }, () => box('free', 8)),
    box('moov', 5000),
  ])
  let reads = 0
  const whole = (bytes: number) =>
    isWholeMp4(async (at, length) => {
      reads += 1
      return file.subarray(at, Math.min(at + length, bytes))
    }, bytes)
  expect(await whole(file.length)).toBe(true)
  expect(reads).toBeLessThan(250)
  expect(await whole(file.length - 1)).toBe(false)
})

test('heads on every side of a window’s edge are read whole, short and long', async () => {
  for (let gap = 4064; gap <= 4100; gap += 1) {
    const long = Buffer.alloc(40)
    long.writeUInt32BE(1)
    long.write('mdat', 4, 'latin1')
    long.writeBigUInt64BE(40n, 8)
    const file = Buffer.concat([box('ftyp', gap), long, box('moov', 9)])
    const whole = (bytes: number) =>
      isWholeMp4(async (at, length) => file.subarray(at, Math.min(at + length, bytes)), bytes)
    expect([gap, await whole(file.length), await whole(gap + 39)]).toEqual([gap, true, false])
  }
})
