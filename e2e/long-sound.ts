import type { Page } from '@playwright/test'

const RATE = 3000
const HEADER_BYTES = 44

/** Builds a silent audio file that every browser plays: one byte a sample. */
function silence(seconds: number): Buffer {
  const samples = seconds * RATE
  const file = Buffer.alloc(HEADER_BYTES + samples, 128)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEADER_BYTES - 8 + samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples, 40)
  return file
}

/**
 * Serves ten minutes of silence, by range as the shop does, in place of the page's lesson files: the demo clip lasts
 * only seconds.
 */
export async function serveLongLessons(page: Page): Promise<void> {
  const file = silence(600)
  await page.route(/\/media\/.*\.webm/, (route) => {
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(route.request().headers().range ?? '') ?? []
    const [first, last] = [Number(from), to === '' ? file.length - 1 : Number(to)]
    return route.fulfill({
      status: 206,
      contentType: 'audio/wav',
      headers: { 'accept-ranges': 'bytes', 'content-range': `bytes ${first}-${last}/${file.length}` },
      body: file.subarray(first, last + 1),
    })
  })
}
