import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readVideo } from './video-facts.ts'

const film = (name: string) => fileURLToPath(new URL(`../../../test/films/${name}`, import.meta.url))

it('the length of a browser’s recording is that of its packets, whatever its header claims', async () => {
  expect(await readVideo(film('recorded.mp4'))).toMatchObject({ width: 640, height: 360, seconds: 5.841, sound: true })
})

it('the length counts from the first packet of all tracks to the last', async () => {
  expect(await readVideo(film('late-sound.mp4'))).toMatchObject({ seconds: 10, hdr: null })
})

it.each(['hlg', 'pq'])('%s is recognised as high dynamic range', async (name) => {
  expect(await readVideo(film(`${name}.mp4`))).toMatchObject({ height: 240, hdr: name })
})
