// Runs before a release: kills the shop in uploads.

import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startProgram } from '../../../test/program.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { storedIds } from '../../../test/stored-files.ts'
import { tusClient } from '../../../test/tus.ts'
import { picture, video } from '../../../test/upload-files.ts'
import { uploadFailpoints } from '../../platform/db/failpoint.ts'
import { sweepUploads } from './sweep-uploads.ts'

/** Kills without cleanup, at every point between the last byte and the answer. */

const HOUR_MS = 60 * 60_000
let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const table of ['unreferenced_files', 'media_uploads', 'media']) await server.db(table).del()
  for (const id of await storedIds(server)) await server.ctx.files.removeAll(id)
})

/** Starts a further instance on the same database and disk, which dies at that point. */
const startDoomed = (point: string) =>
  startProgram({
    DATABASE_URL: String(server.ctx.config.databaseUrl),
    DATA_DIR: server.dataDir,
    ...server.bucket,
    PORT: '0',
    SEED: 'none',
    RATE_LIMITS: 'off',
    FAILPOINT: point,
  })

/** Ends the dead one's lock now; otherwise it expires by itself. */
const endHold = () => server.db('media_uploads').update({ held_until: new Date(0) })

/** Expects a file for every row, a row for every file, and nothing waiting. */
async function expectWhole(rows: number) {
  const media = await server.db('media').select('media_id', 'url')
  expect(media).toHaveLength(rows)
  for (const { url } of media) expect((await server.request(url)).status).toBe(200)
  expect(await storedIds(server)).toEqual(media.map(({ media_id }) => media_id).sort())
  expect(await readdir(server.ctx.files.incomingDir)).toEqual([])
  expect(await server.db('unreferenced_files')).toEqual([])
}

const files = {
  'a video': async () => ({ sent: video('mp4', 200_000), film: { filename: 'a.mp4', filetype: 'video/mp4' } }),
  'a picture': async () => ({ sent: await picture('png'), film: { filename: 'a.png', filetype: 'image/png' } }),
}

/** These two cases wait, to prove that a lock expires by itself. */
const waits = new Set(['a video store:after-keep', 'a picture store:after-commit'])

describe.each(Object.entries(files))('U7: %s by tus', (kind, make) => {
  it.each(uploadFailpoints)('an upload finishes once for any caller after a kill at %s', async (point) => {
    const { sent, film } = await make()
    const doomed = await startDoomed(point)
    const path = await tusClient(doomed, token).begin(sent.length, film)
    await expect(tusClient(doomed, token).patch(path, 0, sent)).rejects.toThrow()
    await doomed.ended
    if (!waits.has(`${kind} ${point}`)) await endHold()
    const answer = await tusClient(server, token).head(path)
    expect(answer.headers.get('upload-offset')).toBe(String(sent.length))
    expect(answer.headers.get('media-url')).toMatch(/^\/media\//)
    expect(await server.db('media').first('sha256')).toEqual({
      sha256: createHash('sha256').update(sent).digest('hex'),
    })
    await sweepUploads({ ...server.ctx, now: () => new Date(Date.now() + 25 * HOUR_MS) })
    await expectWhole(1)
    expect(await server.db('media_uploads')).toEqual([])
  })

  it('an abandoned upload is finished by the sweep', async () => {
    const { sent, film } = await make()
    const doomed = await startDoomed('store:after-keep')
    await expect(tusClient(doomed, token).send(sent, film)).rejects.toThrow()
    await doomed.ended
    await endHold()
    await sweepUploads({ ...server.ctx, now: () => new Date(Date.now() + 2 * HOUR_MS) })
    expect(await server.db('media').first('kind')).toBeDefined()
    await sweepUploads({ ...server.ctx, now: () => new Date(Date.now() + 30 * HOUR_MS) })
    await expectWhole(1)
  })
})

it.each([
  ['image', 'store:after-keep', 0],
  ['video', 'store:after-keep', 0],
  ['video', 'store:after-commit', 1],
] as const)('U7: a multipart %s killed at %s leaves nothing without a row', async (kind, point, rows) => {
  const doomed = await startDoomed(point)
  const body = new FormData()
  body.set(`${kind}_file`, new File([new Uint8Array(kind === 'image' ? await picture('png') : video('webm'))], 'a'))
  const headers = { authorization: `Bearer ${token}` }
  const sending = fetch(`${doomed.url}/api/admin/courses/upload_${kind}/`, { method: 'PUT', headers, body })
  await expect(sending).rejects.toThrow()
  await doomed.ended
  await sweepUploads({ ...server.ctx, now: () => new Date(Date.now() + 2 * HOUR_MS) })
  await expectWhole(rows)
})

it('an upload untouched for a week is dropped, and no other', async () => {
  const tus = tusClient(server, token)
  const old = await tus.begin(1000, { filename: 'a.mp4', filetype: 'video/mp4' })
  await tus.patch(old, 0, video('mp4', 100))
  const at = (days: number) => ({ ...server.ctx, now: () => new Date(Date.now() + days * 24 * HOUR_MS) })
  await sweepUploads(at(6.9))
  expect((await tus.head(old)).status).toBe(200)
  await sweepUploads(at(7.1))
  expect((await tus.head(old)).status).toBe(404)
  await expectWhole(0)
})
