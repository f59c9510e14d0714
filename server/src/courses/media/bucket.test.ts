import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type S3StandIn, startS3StandIn } from '../../../test/s3-stand-in.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { picture, video } from '../../../test/upload-files.ts'

let store: S3StandIn
let server: TestServer
let other: TestServer
let token: string
let tus: ReturnType<typeof tusClient>

const KEYS = { SESSION_SECRET: 's'.repeat(40), ENCRYPTION_KEY: 'e'.repeat(40) }

beforeAll(async () => {
  store = await startS3StandIn()
  const env = { ...store.env, ...KEYS }
  server = await startTestServer({ env })
  // A separate machine: it shares only the bucket and the database.
  other = await startTestServer({ beside: server, env: { ...env, DATA_DIR: `${server.dataDir}-other` } })
  token = await server.adminToken()
  tus = tusClient(server, token)
})
afterAll(async () => {
  await other.stop()
  await server.stop()
  await store.close()
})
afterEach(async () => {
  store.misbehave(undefined)
  await server.db('media').del()
})

const idOf = (path: string) => path.split('/').at(-1) ?? ''
const keysUnder = (prefix: string) => [...store.objects.keys()].filter((key) => key.startsWith(prefix)).sort()
const UNAVAILABLE = {
  detail: 'The files cannot be reached at the moment. Please try again shortly.',
  code: 'unavailable',
}

describe('files in a bucket', () => {
  it('lie there and not on the disk, with the widths of images, and are served by the shop with ranges', async () => {
    const { url } = await uploadMedia(server, token, 'image', await picture('png', { width: 400, height: 300 }))
    const [, , id = ''] = url.split('/')
    await expect.poll(() => keysUnder(`media/${id}/`).length).toBeGreaterThan(1)
    expect(keysUnder(`media/${id}/`)).toContain(url.slice(1))
    expect(await readdir(join(server.dataDir, 'media'))).toEqual([])
    expect(store.objects.get(url.slice(1))?.type).toBe('image/png')
    const bytes = store.objects.get(url.slice(1))?.bytes ?? Buffer.alloc(0)
    for (const instance of [server, other]) {
      const whole = await instance.request(url)
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
      expect(whole.headers.get('cache-control')).toContain('immutable')
      const part = await instance.request(url, { headers: { range: 'bytes=10-19' } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
    }
    const past = await server.request(url, { headers: { range: 'bytes=999999-' } })
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    const head = await server.request(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    const tag = { 'if-none-match': head.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
    expect((await server.request(url, { headers: tag })).status).toBe(304)
    expect((await server.request(`/media/${id}/other.png`)).status).toBe(404)

    expect((await server.request(`/api/admin/media/${id}`, { method: 'DELETE', headers: bearer() })).status).toBe(200)
    // The job of the widths may be at the last of them.
    await expect.poll(() => keysUnder(`media/${id}/`)).toEqual([])
  })

  it('arrive in parts over two machines that share no folder, and become one file of proven type', async () => {
    const sent = video('mp4', 5_300_000)
    const path = await tus.begin(sent.length, { filename: 'a.mp4', filetype: 'video/mp4' })
    expect((await tus.patch(path, 0, sent.subarray(0, 1_000_000))).status).toBe(204)
    const beside = tusClient(other, token)
    expect((await beside.head(path)).headers.get('upload-offset')).toBe('1000000')
    expect((await beside.patch(path, 1_000_000, sent.subarray(1_000_000, 1_000_007))).status).toBe(204)
    const done = await tus.patch(path, 1_000_007, sent.subarray(1_000_007))
    const url = done.headers.get('media-url') ?? ''
    expect(store.objects.get(url.slice(1))?.bytes.equals(sent)).toBe(true)
    expect(keysUnder('incoming/')).toEqual([])
    expect(store.open.size).toBe(0)
    // A job may be looking into the video.
    const left = async () => (await Promise.all([server, other].map(({ ctx }) => readdir(ctx.files.tempDir)))).flat()
    await expect.poll(left).toEqual([])

    const wrong = await tus.begin(40, { filename: 'a.pdf', filetype: 'application/pdf' })
    expect((await tus.patch(wrong, 0, Buffer.from('%PDF-1.7 but nothing of a PDF behind it!'))).status).toBe(415)
    expect(keysUnder('incoming/')).toEqual([])
  })

  it('preserve arrived bytes when the sender leaves', async () => {
    const sent = video('mp4', 300_000)
    const path = await tus.begin(sent.length, { filename: 'a.mp4', filetype: 'video/mp4' })
    const gone = new AbortController()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(sent.subarray(0, 100_000))),
    })
    const broken = fetch(new URL(path, server.url), {
      method: 'PATCH',
      headers: {
        ...bearer(),
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body,
      signal: gone.signal,
      duplex: 'half',
    } as RequestInit).catch(() => {})
    await expect.poll(() => other.ctx.files.incomingBytes(idOf(path))).toBe(100_000)
    gone.abort()
    await broken
    expect((await tusClient(other, token).patch(path, 100_000, sent.subarray(100_000))).status).toBe(204)
    expect(await server.db('media').first('bytes')).toEqual({ bytes: sent.length })
  })
})

describe('a failing bucket', () => {
  const film = video('mp4', 20_000)
  const send = () => tus.send(film, { filename: 'a.mp4', filetype: 'video/mp4' })
  const before = () => [keysUnder('media/'), store.open.size]

  it('U6: answers 507 when full, stores nothing of the file, and accepts it once space is free', async () => {
    const sent = video('mp4', 900_000)
    const path = await tus.begin(sent.length, { filename: 'a.mp4', filetype: 'video/mp4' })
    const was = before()
    store.misbehave('full')
    const answer = await tus.patch(path, 0, sent)
    expect([answer.status, (await answer.json()).code]).toEqual([507, 'storage_full'])
    const small = await uploadMedia(server, token, 'image', await picture('png'))
    expect([small.status, small.code]).toEqual([507, 'storage_full'])
    expect(before()).toEqual(was)
    store.misbehave(undefined)
    const offset = Number((await tus.head(path)).headers.get('upload-offset'))
    expect((await tus.patch(path, offset, sent.subarray(offset))).status).toBe(204)
    expect(await server.db('media')).toHaveLength(1)
  })

  it('gets a retry when briefly busy, and answers 503 when it stays busy', async () => {
    store.misbehave('busy', 2)
    const { url, status } = await uploadMedia(server, token, 'image', await picture('png'))
    expect(status).toBe(200)
    store.misbehave('busy')
    const shown = await server.request(url)
    expect([shown.status, await shown.json()]).toEqual([503, UNAVAILABLE])
    expect(shown.headers.get('retry-after')).toBe('5')
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const was = before()
    const answer = await send()
    expect([answer.status, (await answer.json()).code]).toEqual([503, 'unavailable'])
    const taken = await uploadMedia(server, token, 'image', await picture('png'))
    expect([taken.status, taken.code]).toEqual([503, 'unavailable'])
    store.misbehave(undefined)
    expect(before()).toEqual(was)
    expect((await server.request(url)).status).toBe(200)
    expect((await send()).status).toBe(204)
  })

  it('delays answers while it is slow', async () => {
    store.misbehave('slow')
    expect((await send()).status).toBe(204)
  })

  it('answers 503 for files while it is unreachable, without stopping the shop, and an upload finishes when it returns', async () => {
    const { url } = await uploadMedia(server, token, 'image', await picture('png'))
    const path = await tus.begin(film.length, { filename: 'a.mp4', filetype: 'video/mp4' })
    expect((await tus.patch(path, 0, film.subarray(0, 5_000))).status).toBe(204)
    await store.down()
    try {
      expect((await server.request(url)).status).toBe(503)
      const answer = await tus.patch(path, 5_000, film.subarray(5_000))
      expect([answer.status, await answer.json()]).toEqual([503, UNAVAILABLE])
      expect((await server.request('/api/go/courses')).status).toBe(200)
      expect((await server.request('/api/ready')).status).toBe(200)
    } finally {
      await store.up()
    }
    expect((await server.request(url)).status).toBe(200)
    expect((await tus.patch(path, 5_000, film.subarray(5_000))).status).toBe(204)
  })

  it('never makes half a file look whole', async () => {
    const answer = await send()
    const url = answer.headers.get('media-url') ?? ''
    // A job that examines the new file may send the first request.
    store.misbehave('cut')
    await expect(server.request(url).then((response) => response.arrayBuffer())).rejects.toThrow()
    store.misbehave(undefined)
    expect((await (await server.request(url)).arrayBuffer()).byteLength).toBe(film.length)
  })

  it('leaves no secret in the log', () => {
    expect(server.logged.join('')).toContain('S3 store')
    expect(server.logged.join('')).not.toContain(store.env.MEDIA_S3_SECRET_KEY)
  })
})

describe('the settings of a bucket', () => {
  const start = (env: Record<string, string>) =>
    startTestServer({ beside: server, work: false, env: { ...store.env, ...KEYS, ...env } })

  it.each([
    ['MEDIA_S3_SECRET_KEY', { MEDIA_S3_SECRET_KEY: 'another' }, /ACCESS_KEY, MEDIA_S3_SECRET_KEY: .*SignatureDoesNot/],
    ['MEDIA_S3_BUCKET', { MEDIA_S3_BUCKET: 'not-there' }, /MEDIA_S3_BUCKET: there is no bucket not-there/],
    ['MEDIA_S3_ENDPOINT', { MEDIA_S3_ENDPOINT: '' }, /MEDIA_S3_ENDPOINT: missing/],
    ['MEDIA_S3_PREFIX', { MEDIA_S3_PREFIX: '../../' }, /MEDIA_S3_PREFIX: must be names that each end with a slash/],
    [
      'MEDIA_S3_PUBLIC_ENDPOINT',
      { STORE_URL: 'https://shop.example.com', NODE_ENV: 'test' },
      /browsers take nothing from/,
    ],
  ])('report a wrong %s in a sentence', async (_name, env, sentence) => {
    await expect(start(env)).rejects.toThrow(sentence)
  })

  it('allow a start of the shop while the store is unreachable', async () => {
    await store.down()
    const started = await start({})
    await store.up()
    expect(started.logged.join('')).toContain('the shop starts without it')
    await started.stop()
  })
})

const bearer = () => ({ authorization: `Bearer ${token}` })
