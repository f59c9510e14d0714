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
const fragment = (picture: number, sound: number, bytes: number) =>
  joined(
    box(
      'moof',
      box('traf', box('tfhd', words(0, 1)), box('tfdt', long(picture))),
      box('traf', box('tfhd', words(0, 2)), box('tfdt', words(0, sound))),
    ),
    box('mdat', new Uint8Array(bytes).fill(bytes)),
  )
const head = joined(
  box('ftyp', words(1)),
  box('moov', box('trak', box('mdia', box('mdhd', words(0, 0, 0, 600, 0, 0))))),
)
const placed = (bytes: Uint8Array) => whereItBroke(bytes.length, (at, size) => bytes.slice(at, at + size))

it('a file that was broken off is gone on with at its last whole fragment', async () => {
  const whole = joined(head, fragment(0, 0, 30), fragment(1200, 96_000, 40))
  const begun = await placed(joined(whole, fragment(2400, 192_000, 50).slice(0, -10)))
  expect(begun?.keep).toBe(head.length + fragment(0, 0, 30).length)
  expect(begun?.from).toBe(2)
  const written = joined(head, fragment(0, 0, 60), fragment(1200, 96_000, 70))
  expect(joined(...goingOn(begun ?? { offsets: new Map() }, written))).toEqual(
    joined(fragment(1200, 96_000, 60), fragment(2400, 192_000, 70)),
  )
})

it('a file with no more than one fragment is begun anew', async () => {
  expect(await placed(new Uint8Array())).toBeUndefined()
  expect(await placed(head)).toBeUndefined()
  expect(await placed(joined(head, fragment(0, 0, 30)))).toBeUndefined()
})

it('is not gone on with by an encoder of other settings', async () => {
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
