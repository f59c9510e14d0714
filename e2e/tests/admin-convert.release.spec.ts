// Runs before a release: makes an MP4 in the browser.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import { BufferSource, Input, MP4 } from 'mediabunny'
import { expect, test } from '../fixtures.ts'
import { card, MEDIA, PATIENT, row } from '../media-library.ts'

const foreign = async (name: string, mimeType: string) => ({
  name,
  mimeType,
  buffer: await readFile(new URL(`../../server/test/films/${name}`, import.meta.url)),
})

/** Returns the second of a sound at which a tone begins, as this browser decodes it. */
const toneIn = (page: Page, bytes: Buffer) =>
  page.evaluate(async (base64) => {
    const { buffer } = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(buffer)
    return sound.getChannelData(0).findIndex((value) => Math.abs(value) > 0.1) / sound.sampleRate
  }, bytes.toString('base64'))

test('without ffmpeg, the browser makes an MP4 of a video that the shop could only refuse', {
  tag: '@tab-only',
}, async ({ page, shop, admin }) => {
  await admin.open(MEDIA)
  // Written by ffmpeg; pcm.mov: pictures from 0, its sound from 1 s, a tone in it from 2 s; vp8.mkv: a tone from 1 s.
  const films = [
    { file: await foreign('pcm.mov', 'video/quicktime'), seconds: 5, tone: 2, codecs: ['avc', 'aac'] },
    { file: await foreign('vp8.mkv', 'video/x-matroska'), seconds: 3, tone: 1, codecs: ['avc', 'opus'] },
  ]
  for (const { file, seconds, tone, codecs } of films) {
    await admin.choose(page, [file])
    const name = file.name.replace(/...$/, 'mp4')
    await expect(row(page, name)).toContainText('Done', PATIENT)
    const [stored] = await shop.query<{ url: string }>('select url from media where name = $1', [name])
    const bytes = await readFile(join(shop.dataDir, stored?.url ?? ''))
    using input = new Input({ source: new BufferSource(bytes), formats: [MP4] })
    const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    expect([await picture?.getCodec(), await sound?.getCodec()]).toEqual(codecs)
    expect(await input.computeDuration()).toBeCloseTo(seconds, 0)
    const begins = (await sound?.getFirstTimestamp()) ?? 0
    expect(Math.abs(begins + (await toneIn(page, bytes)) - tone), name).toBeLessThan(0.08)
    await card(page, name)
      .getByRole('button', { name: `Open ${name}` })
      .click()
    await expect
      .poll(() =>
        page
          .getByRole('dialog')
          .locator('video')
          .evaluate((it: HTMLVideoElement) => it.readyState),
      )
      .toBeGreaterThan(0)
    await page.keyboard.press('Escape')
  }
  // The same file becomes the same bytes.
  await row(page, 'pcm.mp4').getByRole('button', { name: 'Remove pcm.mp4' }).click()
  await admin.choose(
    page,
    films.slice(0, 1).map(({ file }) => file),
  )
  await expect(row(page, 'pcm.mp4')).toContainText('Already in your library', PATIENT)
  const avi = Buffer.concat([Buffer.from('RIFF\x10\x10\0\0AVI LIST', 'latin1'), Buffer.alloc(4096)])
  await admin.choose(page, [{ name: 'old.avi', mimeType: 'video/x-msvideo', buffer: avi }])
  await expect(row(page, 'old.avi')).toContainText(CONVERT_MESSAGE)
})
