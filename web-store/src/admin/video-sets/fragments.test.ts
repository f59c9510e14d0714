import { expect, it } from 'vitest'
import { goingOn, isOfSameEncoder, whereItBroke } from './fragments.ts'

const words = (...numbers: number[]) => {
  const bytes = new Uint8Array(numbers.length * 4)
  for (const [at, number] of numbers.entries()) new DataView(bytes.buffer).setUint32(at * 4, number)
  return bytes
}
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]))
const box = (type: string, ...parts: Uint8Array[]) => {
  const body = joined(...parts)
  return joined(words(body.length + 8), new TextEncoder().encode(type), body)
}
const long = (number: number) => words(0x01000000, Math.floor(number / 2 ** 32), number % 2 ** 32)
/** A fragment of 2 s: 50 pictures that are all as long, and sound whose samples say each how long they are. */
const pictures = (begins: number) =>
  box('traf', box('tfhd', words(0x20038, 1, 24, 9, 0)), box('tfdt', long(begins)), box('trun', words(0x5, 50, 0, 0)))
const sound = (begins: number) =>
  box(
    'traf',
    box('tfhd', words(0x20030, 2, 9, 0)),
    box('tfdt', words(0, begins)),
    box('trun', words(0x301, 2, 0, 95_000, 7, 1_000, 8)),
  )
const fragment = (picture: number, received: number, bytes: number) =>
  joined(box('moof', pictures(picture), sound(received)), box('mdat', new Uint8Array(bytes).fill(bytes)))
const tail = (received: number) => joined(box('moof', sound(received)), box('mdat', new Uint8Array(5)))
const head = joined(
  box('ftyp', words(1)),
  box('moov', box('trak', box('mdia', box('mdhd', words(0, 0, 0, 600, 0, 0))))),
)
const LASTS = 60
const placed = (bytes: Uint8Array, lasts = LASTS) =>
  whereItBroke(bytes.length, lasts, (at, size) => bytes.slice(at, at + size))

it('a file that was broken off is gone on with behind its last whole fragment', async () => {
  const whole = joined(head, fragment(0, 0, 30), fragment(1200, 96_000, 40))
  const begun = await placed(joined(whole, fragment(2400, 192_000, 50).slice(0, -10)))
  expect(begun).toMatchObject({ whole: false, keep: whole.length, from: 4 })
  const written = joined(head, fragment(0, 0, 60), fragment(1200, 96_000, 70))
  expect(joined(...goingOn(begun ?? { offsets: new Map() }, written))).toEqual(
    joined(fragment(2400, 192_000, 60), fragment(3600, 288_000, 70)),
  )
})

it('a resumed file keeps one whole fragment, and one without any restarts', async () => {
  expect(await placed(new Uint8Array())).toBeUndefined()
  expect(await placed(head)).toBeUndefined()
  expect(await placed(joined(head, fragment(0, 0, 30).slice(0, -1)))).toBeUndefined()
  expect(await placed(joined(head, fragment(0, 0, 30)))).toMatchObject({ from: 2 })
})

it('at the end of the source the last fragment is made again, as nothing can be made of no picture', async () => {
  const first = joined(head, fragment(0, 0, 30))
  const begun = await placed(joined(first, fragment(1200, 96_000, 40)), 4.2)
  expect(begun).toMatchObject({ whole: false, keep: first.length, from: 2 })
  expect(begun?.offsets).toEqual(
    new Map([
      [1, 1200],
      [2, 96_000],
    ]),
  )
  // Sound goes on alone, so the pictures have ended.
  const withTail = joined(first, fragment(1200, 96_000, 40), tail(192_000))
  expect(await placed(withTail, 8)).toMatchObject({ keep: first.length, from: 2 })
  expect(await placed(first, 2)).toBeUndefined()
})

it('a file with its index is whole', async () => {
  const file = joined(head, fragment(0, 0, 30), box('mfra', words(1)))
  expect(await placed(file, 2)).toMatchObject({ whole: true })
  expect(await placed(file.slice(0, -1), 60)).toMatchObject({ whole: false, from: 2 })
})

it('an encoder of other settings never resumes a file', async () => {
  const headOf = (setup: number) =>
    joined(
      box('ftyp', words(1)),
      box('moov', box('trak', box('mdia', box('mdhd', words(0, 0, 0, 600, 0, 0)), box('avcC', words(setup))))),
    )
  const begun = await placed(joined(headOf(7), fragment(0, 0, 30), fragment(1200, 96_000, 40)))
  expect(begun && isOfSameEncoder(begun, joined(headOf(7), fragment(0, 0, 60)))).toBe(true)
  expect(begun && isOfSameEncoder(begun, joined(headOf(8), fragment(0, 0, 60)))).toBe(false)
  // Only the first piece has a head.
  expect(begun && isOfSameEncoder(begun, fragment(0, 0, 60))).toBe(true)
})
