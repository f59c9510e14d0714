import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { editedSeconds } from './edit-list.ts'

const film = (name: string) => readFileSync(new URL(`../../test/films/${name}`, import.meta.url))
const secondsOf = (bytes: Uint8Array) =>
  editedSeconds(async (at, length) => bytes.subarray(at, at + length), bytes.length)

it.each([
  ['cut-end.mov', 2.5],
  ['cut-middle.mov', 4],
])('the edit list of %s shows %d seconds', async (name, seconds) => {
  expect(await secondsOf(film(name))).toBe(seconds)
})

it.each(['phone.mov', 'pcm.mov', 'slides.mp4', 'late-sound.mp4', 'recorded.mp4', 'interlaced.mp4', 'vp8.mkv'])(
  'the list of %s, which only shifts its tracks, leaves nothing out',
  async (name) => {
    expect(await secondsOf(film(name))).toBeUndefined()
  },
)

it('a beginning that was cut away counts as an edit', async () => {
  const bytes = Buffer.from(film('cut-end.mov'))
  for (let at = bytes.indexOf('elst'); at > 0; at = bytes.indexOf('elst', at + 4)) {
    // The first entry begins two seconds later.
    const track = bytes.lastIndexOf('trak', at)
    const scale = bytes.readUInt32BE(bytes.indexOf('mdhd', track) + 16)
    bytes.writeInt32BE(bytes.readInt32BE(at + 16) + 2 * scale, at + 16)
  }
  expect(await secondsOf(bytes)).toBe(2.5)
})

it('a file that ends anywhere answers without an error', async () => {
  const bytes = film('cut-end.mov')
  const moov = bytes.indexOf('moov') - 4
  for (let end = moov; end < bytes.length; end += 97)
    await expect(secondsOf(bytes.subarray(0, end))).resolves.not.toThrow()
})
