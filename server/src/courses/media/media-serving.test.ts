import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { storedIds } from '../../../test/stored-files.ts'
import { type UploadArguments, uploadMedia } from '../../../test/upload.ts'
import { picture, video } from '../../../test/upload-files.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.adminToken()
})
afterAll(() => server.stop())
beforeEach(() => server.db('media').del())

const upload = (...sent: UploadArguments) => uploadMedia(server, token, ...sent)

/** Expects nothing on the disk beside stored files, once every call is done. */
const expectNoLeftovers = () => expect.poll(() => readdir(server.ctx.files.tempDir), { interval: 5 }).toEqual([])
const folders = () => storedIds(server)

it('Z9: the server guards the library, and lists and guesses nothing', async () => {
  expect((await server.request('/api/admin/courses/get_all_media/')).status).toBe(401)
  const { url } = await upload('image', await picture('png'))
  const id = url.split('/')[2]
  for (const path of [
    '/media',
    '/media/',
    `/media/${id}`,
    `/media/${id}/`,
    `/media/${id}/other.png`,
    `/media/${'0'.repeat(32)}/a.png`,
    `/media/${id}/..%2f..%2fsecrets.json`,
    `/media/..%2f..%2f/secrets.json`,
    `/media/${id}/%2e%2e`,
    `/media/${id}/.hidden.png`,
    `/media/${id}/a.html`,
  ]) {
    expect((await server.request(path)).status, path).toBe(404)
  }
  expect((await server.request(url, { method: 'DELETE' })).status).toBe(405)
})

describe('serving a file', () => {
  it('answers ranges, tags and HEAD', async () => {
    const sent = video('mp4', 500)
    const { url } = await upload('video', sent)
    const range = (text: string) => server.request(url, { headers: { range: text } })
    const part = await range('bytes=10-19')
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${sent.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(sent.subarray(10, 20))).toBe(true)
    expect((await range('bytes=9999-')).status).toBe(416)
    const many = await range(`bytes=${Array.from({ length: 1000 }, (_, n) => `${n * 2}-${n * 2}`).join()}`)
    expect(many.status).toBe(200)
    expect(Number(many.headers.get('content-length'))).toBe(sent.length)
    const head = await server.request(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(sent.length))
    expect(head.headers.get('cache-control')).toContain('immutable')
    expect(head.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const etag = head.headers.get('etag') ?? ''
    // Without a cache option, fetch requests a fresh copy.
    const again = await server.request(url, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
    expect(again.status).toBe(304)
  })
})

describe('a failing upload', () => {
  const boundary = 'xxBOUNDARYxx'
  const start = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="video_file"; filename="a.mp4"\r\n\r\n`,
  )
  const open = (authorization: string | undefined, length: number) =>
    request(`${server.url}/api/admin/courses/upload_video/`, {
      method: 'PUT',
      headers: {
        ...(authorization ? { authorization } : {}),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': length,
      },
    })

  it.each([
    ['without a name', 'Content-Disposition: form-data'],
    ['without a name, a file', 'Content-Disposition: form-data; filename="a.mp4"'],
    ['with an empty name', 'Content-Disposition: form-data; name=""'],
    ['with a name of a prototype', 'Content-Disposition: form-data; name="__proto__"'],
    ['with a name nested deep', `Content-Disposition: form-data; name="a${'[b]'.repeat(500)}"`],
    ['without anything', 'X: y'],
  ])('U9: never causes a 500 by a part %s', async (_name, header) => {
    const response = await server.request('/api/admin/courses/upload_video/', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\n${header}\r\n\r\nx\r\n--${boundary}--\r\n`,
    })
    const { code, detail } = (await response.json()) as { code: string; detail: string }
    expect([response.status, typeof code, typeof detail]).toEqual([
      expect.toBeOneOf([400, 413, 422]),
      'string',
      'string',
    ])
  })

  it('U5: produces no file and no row when it is cut', async () => {
    const body = Buffer.concat([start, video('mp4', 60_000), Buffer.from(`\r\n--${boundary}--\r\n`)])
    const cutAt = async (at: number) => {
      const req = open(`Bearer ${token}`, body.length)
      req.on('error', () => {})
      await new Promise<void>((resolve) => req.write(body.subarray(0, at), () => resolve()))
      req.destroy()
    }
    const before = await folders()
    for (let n = 1; n <= 40; n += 1) await cutAt(Math.floor((body.length * n) / 41))
    await expectNoLeftovers()
    expect(await server.db('media')).toEqual([])
    expect(await folders()).toEqual(before)
  })

  it('U8: is refused before its body is stored when the sender has no right to it', async () => {
    for (const authorization of [undefined, 'Bearer nonsense']) {
      const req = open(authorization, 100_000_000)
      const status = await new Promise<number | undefined>((resolve, reject) => {
        req.on('response', (response) => resolve(response.statusCode)).on('error', reject)
        req.write(start)
      })
      expect(status).toBe(401)
      await expectNoLeftovers()
      req.on('error', () => {}).destroy()
    }
  })
})
