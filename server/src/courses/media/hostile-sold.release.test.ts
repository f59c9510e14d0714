// Runs before a release: reads hostile files of every kind that is sold.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mp3, ooxml, pdfOf, wav, zipOf } from '../../../test/archives.ts'
import { soldFiles } from '../../../test/hostile-sold.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'

let server: TestServer
let tus: ReturnType<typeof tusClient>

beforeAll(async () => {
  server = await startTestServer()
  tus = tusClient(server, await server.adminToken())
})
afterAll(() => server.stop())

/** Harmless files of a kind, as large as another. */
const plain: Record<string, (bytes: number) => Buffer> = {
  pdf: (bytes) => pdfOf(Buffer.alloc(bytes, ' ')),
  docx: () => ooxml('word/document.xml'),
  zip: (bytes) => zipOf([{ name: 'a.bin', data: Buffer.alloc(bytes), stored: true }]),
  mp3: (bytes) => Buffer.concat([mp3(), Buffer.alloc(bytes)]),
  wav: () => wav(),
  vtt: (bytes) => Buffer.from(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${'A line\n'.repeat(bytes / 7)}`),
  srt: () => Buffer.from('1\n00:00:01,000 --> 00:00:02,000\na\n'),
  svg: (bytes) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(bytes / 4)}</svg>`),
}
/**
 * Bounds the extra work over a harmless file of its size, in CPU milliseconds of this process: sender, server and
 * check.
 */
const MOST_MS = 1_500

async function send(name: string, bytes: Buffer) {
  const before = process.cpuUsage()
  const answer = await tus.send(bytes, { filename: name, filetype: '' })
  const { user, system } = process.cpuUsage(before)
  return { answer, ms: (user + system) / 1_000 }
}

it.each(soldFiles)('U1, U2: $what, called $name', async ({ name, becomes, make }) => {
  const bytes = make()
  const usual = await send(name, plain[name.slice(2)]?.(bytes.length) ?? bytes)
  expect(usual.answer.status, await usual.answer.text()).toBe(204)
  await server.db('media').del()
  const { answer, ms } = await send(name, bytes)
  expect(ms).toBeLessThan(usual.ms + MOST_MS)
  expect(await readdir(join(server.dataDir, 'incoming'))).toEqual([])
  if (becomes !== 'kept') {
    expect([413, 415, 422]).toContain(answer.status)
    const { detail } = (await answer.json()) as { detail: string }
    expect(detail).toMatch(becomes)
    expect(detail.length).toBeLessThan(200)
    expect(await server.db('media')).toEqual([])
    return
  }
  expect(answer.status, await answer.text()).toBe(204)
  const stored = await server.request(answer.headers.get('media-url') ?? '')
  expect(stored.headers.get('x-content-type-options')).toBe('nosniff')
  expect(stored.headers.get('content-security-policy')).toContain("default-src 'none'")
  const disposition = stored.headers.get('content-disposition')
  if (/zip|svg/.test(name)) expect(disposition).toMatch(/^attachment; filename/)
  const body = Buffer.from(await stored.arrayBuffer())
  if (/vtt|srt/.test(name)) expect(body.toString()).not.toMatch(/<(?!\/?[biu]>)/)
})
