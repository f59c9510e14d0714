import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { Agent, request as openRequest } from 'node:http'
import { join } from 'node:path'
import { UPLOADS_PATH } from 'contract/limits'
import {
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  MAX_IMAGE_BYTES,
  UNKNOWN_KIND_MESSAGE,
  VIDEO_TYPE_MESSAGE,
} from 'contract/media/kinds'
import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { storedIds } from '../../../test/stored-files.ts'
import { tusClient } from '../../../test/tus.ts'
import { picture, video } from '../../../test/upload-files.ts'
import { openAdminSession } from '../../shop/auth/sessions.ts'

const MAX_VIDEO_BYTES = 9_000_000
let server: TestServer
let token: string
let tus: ReturnType<typeof tusClient>

beforeAll(async () => {
  server = await startTestServer({ env: { MAX_VIDEO_BYTES: String(MAX_VIDEO_BYTES) } })
  token = await server.adminToken()
  tus = tusClient(server, token)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db('media_uploads').del()
  await server.db('media').del()
  const { incomingDir } = server.ctx.files
  await Promise.all((await readdir(incomingDir)).map((name) => rm(join(incomingDir, name))))
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const idOf = (path: string) => path.split('/').at(-1) ?? ''
const stateOf = (path: string) => server.api(token).media.upload({ upload_id: idOf(path) })

/** Returns a token of another admin, in that role. */
async function tokenOf(role: 'owner' | 'editor' | 'support'): Promise<string> {
  const { id } = await buildAdmin(server.db)
  await server.db('admins').where({ id }).update({ role })
  const admin = await server.db('admins').where({ id }).first()
  const session = await openAdminSession(server.ctx, server.db, admin)
  return String(session?.access_token)
}

async function expectNothingLeft() {
  const { files } = server.ctx
  await expect.poll(() => readdir(files.incomingDir)).toEqual([])
  await expect.poll(() => readdir(files.tempDir)).toEqual([])
  expect(await server.db('unreferenced_files')).toEqual([])
}

describe('an upload in pieces', () => {
  it('becomes an unchanged video, and reports that to every caller', async () => {
    const sent = video('mp4', 300_000)
    const sha256 = hashOf(sent)
    const path = await tus.begin(sent.length, { filename: 'My reel.mp4', filetype: 'video/mp4', sha256 })
    expect(path).toMatch(/^\/api\/admin\/media\/uploads\/[0-9a-f]{32}$/)
    const first = await tus.patch(path, 0, sent.subarray(0, 100_000))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '100000'])
    expect(await stateOf(path)).toMatchObject({ status: 'receiving', offset: 100_000, bytes: sent.length, url: null })
    const requested = await tus.head(path)
    expect([requested.status, requested.headers.get('upload-offset')]).toEqual([200, '100000'])
    expect(requested.headers.get('access-control-allow-origin')).toBeNull()
    const last = await tus.patch(path, 100_000, sent.subarray(100_000))
    expect(last.status).toBe(204)
    const url = String(last.headers.get('media-url'))
    expect(url).toMatch(/^\/media\/[0-9a-f]{32}\/file\.mp4$/)
    const stored = Buffer.from(await (await server.request(url)).arrayBuffer())
    expect(hashOf(stored)).toBe(sha256)
    expect(await server.db('media')).toMatchObject([{ url, sha256, kind: 'video', bytes: sent.length }])

    const again = await tus.head(path)
    expect(again.headers.get('media-url')).toBe(url)
    expect(again.headers.get('upload-offset')).toBe(String(sent.length))
    const media_id = last.headers.get('media-id')
    expect(await stateOf(path)).toMatchObject({ status: 'finished', url, media_id, code: null })
    expect((await tus.terminate(path)).status).toBe(204)
    expect((await tus.head(path)).status).toBe(404)
    expect((await server.request(url)).status).toBe(200)
    await expectNothingLeft()
  })

  it('becomes a re-encoded image, with the hash of the sent bytes', async () => {
    const sent = await picture('jpeg', { width: 500, height: 400 })
    const answer = await tus.send(sent, { filename: 'a.jpg', filetype: 'image/jpeg' })
    const url = String(answer.headers.get('media-url'))
    expect(url).toMatch(/-0050000400[0-9a-f]{6}\/file\.jpg$/)
    const stored = Buffer.from(await (await server.request(url)).arrayBuffer())
    expect(stored.equals(sent)).toBe(false)
    expect(await sharp(stored).metadata()).toMatchObject({ width: 500, height: 400 })
    expect(await server.db('media').first()).toMatchObject({
      kind: 'image',
      sha256: hashOf(sent),
      bytes: stored.length,
    })
    await expect.poll(async () => (await server.request(url.replace('file.jpg', 'file-360.webp'))).status).toBe(200)
    await expectNothingLeft()
  })

  it('survives a piece that arrives twice or too early', async () => {
    const sent = video('webm', 1000)
    const path = await tus.begin(sent.length, { filename: 'a.webm', filetype: '' })
    expect((await tus.patch(path, 0, sent.subarray(0, 400))).status).toBe(204)
    for (const offset of [0, 500]) {
      const answer = await tus.patch(path, offset, sent.subarray(offset, 600))
      expect([answer.status, (await answer.json()).code]).toEqual([409, 'conflict'])
    }
    expect((await tus.patch(path, 400, Buffer.concat([sent.subarray(400), Buffer.alloc(9)]))).status).toBe(413)
    expect((await tus.patch(path, 400, sent.subarray(400))).status).toBe(204)
    expect(await server.db('media').first('sha256')).toEqual({ sha256: hashOf(sent) })
  })

  it('continues through another instance, which a hanging request does not block', async () => {
    const other = await startTestServer({ beside: server })
    try {
      const sent = video('mp4', 600_000)
      const path = await tus.begin(sent.length, { filename: 'a.mp4', filetype: 'video/mp4' })
      const hanging = openRequest(new URL(path, server.url), {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': String(sent.length),
        },
      }).on('error', () => {})
      hanging.write(sent.subarray(0, 200_000))
      await expect.poll(() => server.ctx.files.incomingBytes(idOf(path))).toBe(200_000)
      const beside = tusClient(other, token)
      const offset = Number((await beside.head(path)).headers.get('upload-offset'))
      expect(offset).toBe(200_000)
      const answer = await beside.patch(path, offset, sent.subarray(offset))
      expect(answer.status).toBe(204)
      hanging.destroy()
      expect(await server.db('media')).toMatchObject([{ sha256: hashOf(sent) }])
    } finally {
      await other.stop()
    }
  })

  it('becomes one file however many callers finish it at once', async () => {
    const sent = video('ogg', 50_000)
    const path = await tus.begin(sent.length, { filename: 'a.ogv', filetype: 'video/ogg' })
    const requested = Promise.all([tus.patch(path, 0, sent), ...Array.from({ length: 5 }, () => tus.head(path))])
    for (const { status } of await requested) expect(status).toBeLessThan(300)
    expect(await server.db('media')).toHaveLength(1)
    const { media_id } = await server.db('media').first('media_id')
    expect((await storedIds(server)).filter((id) => id === media_id)).toHaveLength(1)
    await expectNothingLeft()
  })
})

describe('the sender’s right', () => {
  it('U8: decides on every request, before a byte is stored', async () => {
    const sent = video('mp4', 1000)
    const path = await tus.begin(sent.length, { filename: 'a.mp4', filetype: 'video/mp4' })
    const support = await tokenOf('support')
    for (const [bearer, status] of [
      [undefined, 401],
      ['nonsense', 401],
      [support, 403],
    ] as const) {
      const stranger = tusClient(server, bearer)
      const answers = [
        await stranger.create(10, { filename: 'a.mp4', filetype: 'video/mp4' }),
        await stranger.patch(path, 0, sent),
        await stranger.head(path),
        await stranger.terminate(path),
        await stranger.request(UPLOADS_PATH, 'OPTIONS', {}),
      ]
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
    }
    expect(await server.db('media_uploads')).toHaveLength(1)
    expect(await server.ctx.files.incomingBytes(idOf(path))).toBe(0)
  })

  it('belongs to the upload’s own admin, owner or editor', async () => {
    const sent = video('mp4', 1000)
    const mine = await tus.begin(sent.length, { filename: 'a.mp4', filetype: 'video/mp4' })
    const editor = tusClient(server, await tokenOf('editor'))
    expect((await editor.patch(mine, 0, sent)).status).toBe(404)
    expect((await editor.head(mine)).status).toBe(404)
    expect((await editor.terminate(mine)).status).toBe(404)
    // The address of the editor's own upload with the other's id in its query is refused, too.
    const own = await editor.begin(sent.length, { filename: 'own.mp4', filetype: 'video/mp4' })
    for (const path of [`${own}?x/${idOf(mine)}`, `${own}?x/..`]) {
      expect((await editor.head(path)).status).toBe(404)
      expect((await editor.patch(path, 0, sent)).status).toBe(404)
      expect((await editor.terminate(path)).status).toBe(404)
    }
    expect((await tus.head(mine)).status).toBe(200)
    expect((await editor.terminate(own)).status).toBe(204)
    expect((await editor.send(sent, { filename: 'b.mp4', filetype: 'video/mp4' })).status).toBe(204)
  })
})

describe('a refusal meets', () => {
  it.each([
    ['a picture of more than 5 MB', 'a.png', 'image/png', MAX_IMAGE_BYTES + 1, 413, IMAGE_SIZE_MESSAGE],
    ['a video that is too long', 'a.mp4', '', MAX_VIDEO_BYTES + 1, 413, 'Video file is too large. Maximum size is 8MB'],
    ['a TIFF', 'poster.tiff', 'image/tiff', 10, 415, IMAGE_TYPE_MESSAGE],
    ['a program', 'setup.exe', 'application/x-msdownload', 10, 415, UNKNOWN_KIND_MESSAGE],
    ['a Windows Media film', 'a.wmv', 'video/x-ms-wmv', 10, 415, CONVERT_MESSAGE],
    ['nothing at all', 'a.png', 'image/png', 0, 415, IMAGE_TYPE_MESSAGE],
  ])('%s, at its creation', async (_, filename, filetype, bytes, status, detail) => {
    const answer = await tus.create(bytes, { filename, filetype })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ detail })
    await expectNothingLeft()
  })

  it('a wrong beginning, with the first piece, and permanently', async () => {
    const path = await tus.begin(5_000_000, { filename: 'a.mp4', filetype: 'video/mp4' })
    const answer = await tus.patch(path, 0, Buffer.from(`MZ${'\0'.repeat(3_000)}`, 'latin1'))
    expect([answer.status, await answer.json()]).toEqual([
      415,
      { detail: VIDEO_TYPE_MESSAGE, code: 'unsupported_media_type' },
    ])
    expect((await tus.head(path)).status).toBe(415)
    expect(await stateOf(path)).toMatchObject({ status: 'refused', detail: VIDEO_TYPE_MESSAGE, offset: 0 })
    expect((await tus.terminate(path)).status).toBe(204)
    expect(await server.db('media_uploads')).toEqual([])
    await expectNothingLeft()
  })

  it('a large piece, without delaying the next request on the same connection', async () => {
    const path = await tus.begin(6_000_000, { filename: 'a.mp4', filetype: 'video/mp4' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    const status = (to: string, method: string, body: Buffer) =>
      new Promise((resolve, reject) => {
        openRequest(new URL(to, server.url), { method, agent, headers: { ...headers, 'content-length': body.length } })
          .on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
          .on('error', reject)
          .end(body)
      })
    try {
      expect(await status(path, 'PATCH', Buffer.alloc(6_000_000, 1))).toBe(415)
      expect(await status('/api/health', 'GET', Buffer.alloc(0))).toBe(200)
    } finally {
      agent.destroy()
    }
  })

  it('bytes that differ from the announced ones', async () => {
    const sent = video('mp4', 1000)
    const sha256 = hashOf(Buffer.from('other'))
    const answer = await tus.send(sent, { filename: 'a.mp4', filetype: 'video/mp4', sha256 })
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { detail: 'The file changed while it was uploaded', code: 'invalid' },
    ])
    expect(await server.db('media')).toEqual([])
    await expectNothingLeft()
  })

  it('a protocol other than tus 1.0, in the form of all errors', async () => {
    const old = await tus.create(10, { filename: 'a.mp4' }, { 'tus-resumable': '0.2.2' })
    expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0'])
    expect(await old.json()).toMatchObject({ code: 'bad_request' })
    expect((await tus.request(`${UPLOADS_PATH}/${'0'.repeat(32)}`, 'PUT', {})).status).toBe(405)
    expect((await tus.head(`${UPLOADS_PATH}/${'0'.repeat(32)}`)).status).toBe(404)
    expect((await tus.head(`${UPLOADS_PATH}/..%2f..%2fsecrets.json`)).status).toBe(404)
    const deferred = await tus.request(UPLOADS_PATH, 'POST', { 'upload-defer-length': '1' })
    expect(deferred.status).toBeGreaterThanOrEqual(400)
    await expectNothingLeft()
  })
})
