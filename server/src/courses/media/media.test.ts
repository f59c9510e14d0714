import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { IMAGE_TYPE_MESSAGE, MAX_IMAGE_BYTES, VIDEO_TYPE_MESSAGE } from 'contract/media/kinds'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { type UploadArguments, uploadMedia } from '../../../test/upload.ts'
import { bombPng, gifOfFrames, picture, pngOfSize, video } from '../../../test/upload-files.ts'
import { plainName } from './plain-name.ts'

const MAX_VIDEO_BYTES = 200_000
let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ env: { MAX_VIDEO_BYTES: String(MAX_VIDEO_BYTES) } })
  token = await server.adminToken()
})
afterAll(() => server.stop())
beforeEach(() => server.db('media').del())

const upload = (...sent: UploadArguments) => uploadMedia(server, token, ...sent)

async function stored(url: string) {
  const response = await server.request(url)
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Expects nothing on the disk beside stored files, once every call is done. */
const expectNoLeftovers = () => expect.poll(() => readdir(server.ctx.files.tempDir), { interval: 5 }).toEqual([])

describe('uploading an image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('keeps a %s in its format, with its facts', async (format) => {
    const sent = await picture(format)
    const { status, url } = await upload('image', sent, { file: 'C:\\My Banner (1).PNG' })
    expect(status).toBe(200)
    const extension = format === 'jpeg' ? 'jpg' : format
    expect(url).toMatch(new RegExp(`^/media/[0-9a-f]{32}-0006000040[0-9a-f]{6}/file\\.${extension}$`))
    const { headers, bytes } = await stored(url)
    expect(headers.get('content-type')).toBe(`image/${format}`)
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 60, height: 40 })
    expect(await server.db('media').where({ url }).first()).toMatchObject({
      kind: 'image',
      name: 'My Banner (1).PNG',
      bytes: bytes.length,
      width: 60,
      height: 40,
      colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
      sha256: createHash('sha256').update(sent).digest('hex'),
    })
    await expectNoLeftovers()
  })

  it('preserves animations and scales large images down', async () => {
    const { url } = await upload('image', gifOfFrames(12, 8), { name: 'moving' })
    const { bytes } = await stored(url)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'gif', pages: 12, width: 8 })
    const animated = await sharp(gifOfFrames(4, 8), { animated: true }).webp().toBuffer()
    const webp = await stored((await upload('image', animated)).url)
    expect(await sharp(webp.bytes).metadata()).toMatchObject({ format: 'webp', pages: 4 })
    const large = await stored((await upload('image', await picture('jpeg', { width: 3200, height: 100 }))).url)
    expect(await sharp(large.bytes).metadata()).toMatchObject({ width: 2560, height: 80 })
  })

  it.each([
    ['an ELF program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['a Windows program', Buffer.from(`MZ${'\0'.repeat(60)}`, 'latin1')],
    ['a zip', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a video', video('mp4')],
    ['half a magic number', Buffer.from('\x89PN', 'latin1')],
    ['nothing', Buffer.alloc(0)],
  ])('U1: refuses %s that claims to be an image', async (_, bytes) => {
    expect(await upload('image', bytes)).toMatchObject({ status: 415, detail: IMAGE_TYPE_MESSAGE })
    expect(await server.db('media')).toEqual([])
    await expectNoLeftovers()
  })

  it.each([
    ['GIF and script', async () => Buffer.concat([await picture('gif'), Buffer.from('/*<script>alert(1)</script>*/')])],
    [
      'JPEG and HTML',
      async () => Buffer.concat([await picture('jpeg'), Buffer.from('<html><script>alert(1)</script>')]),
    ],
    ['PNG and PHP', async () => Buffer.concat([await picture('png'), Buffer.from('<?php system($_GET[0]); ?>')])],
  ])('U2, H4: leaves nothing of a file that is %s at once', async (_, make) => {
    const sent = await make()
    const { url } = await upload('image', sent, { file: 'page.html' })
    const { headers, bytes } = await stored(url)
    expect(bytes.toString('latin1')).not.toMatch(/script|php/)
    expect(headers.get('content-type')).toMatch(/^image\//)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  it('U3: accepts 5 MB to the byte and not one more', async () => {
    expect(await upload('image', await pngOfSize(MAX_IMAGE_BYTES))).toMatchObject({ status: 200 })
    expect(await upload('image', await pngOfSize(MAX_IMAGE_BYTES + 1))).toMatchObject({
      status: 413,
      code: 'too_large',
      detail: 'Image file is too large. Maximum size is 5MB',
    })
    await expectNoLeftovers()
  })

  it.each([
    ['an animation of 10,000 frames', async () => gifOfFrames(10_000)],
    ['a truncated JPEG', async () => (await picture('jpeg', { width: 400, height: 400 })).subarray(0, 5_000)],
    ['a truncated PNG', async () => (await picture('png', { width: 400, height: 400 })).subarray(0, 50_000)],
    ['a truncated WebP', async () => (await picture('webp', { width: 400, height: 400 })).subarray(0, 5_000)],
    [
      'a picture of 100 million pixels',
      () =>
        sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
  ])('U4: refuses %s', async (_, make) => {
    expect(await upload('image', await make())).toMatchObject({ status: 422, code: 'invalid' })
    expect(await server.db('media')).toEqual([])
    await expectNoLeftovers()
  })

  it('refuses more pixels than the limit, and names it', async () => {
    const create = { width: 12_000, height: 6_000, channels: 3, background: '#fff' } as const
    const detail =
      'This image has 12,000 × 6,000 pixels. The limit is 64 million pixels. Make it smaller and upload it again.'
    for (const format of ['png', 'jpeg'] as const) {
      const bytes = await sharp({ create }).toFormat(format).toBuffer()
      expect(await upload('image', bytes)).toMatchObject({ status: 422, code: 'invalid', detail })
    }
  })

  it('U4: never unpacks the bombs of a PNG', async () => {
    const bomb = await bombPng(200)
    const before = process.memoryUsage().rss
    expect([200, 422]).toContain((await upload('image', bomb)).status)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })

  it('U9: removes where a photo was taken, and turns it upright', async () => {
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 41/1 0/1' } }
    const photo = await sharp(await picture('jpeg'))
      .withExif(gps)
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { bytes } = await stored((await upload('image', photo)).url)
    const metadata = await sharp(bytes).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata).toMatchObject({ width: 40, height: 60 })
  })

  it('refuses another field and another content type', async () => {
    const body = new FormData()
    body.set('video_file', new File(['x'], 'a.png'))
    const headers = { authorization: `Bearer ${token}` }
    const path = '/api/admin/courses/upload_image'
    expect((await server.request(path, { method: 'PUT', headers, body })).status).toBe(422)
    expect((await server.request(path, { method: 'PUT', headers, body: '{}' })).status).toBe(415)
  })
})

describe('uploading a video', () => {
  it.each(['mp4', 'webm', 'ogg'] as const)('keeps %s as it was sent, whatever its name says', async (kind) => {
    const sent = video(kind)
    const { status, url } = await upload('video', sent, { file: 'evil.html', name: 'Lesson%201' })
    expect(status).toBe(200)
    expect(url).toMatch(new RegExp(`/file\\.${kind}$`))
    const { headers, bytes } = await stored(url)
    expect(bytes.equals(sent)).toBe(true)
    expect(headers.get('content-type')).toBe(`video/${kind}`)
    const sha256 = createHash('sha256').update(sent).digest('hex')
    expect(await server.db('media').where({ url }).first()).toMatchObject({ kind: 'video', bytes: sent.length, sha256 })
    await expectNoLeftovers()
  })

  it.each([
    ['a picture', () => picture('png')],
    ['Matroska', async () => Buffer.from('\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska', 'latin1')],
    ['text', async () => Buffer.from('just text')],
  ])('U1: refuses %s', async (_, make) => {
    expect(await upload('video', await make(), { file: 'a.mp4' })).toMatchObject({
      status: 415,
      detail: VIDEO_TYPE_MESSAGE,
    })
    await expectNoLeftovers()
  })

  it('accepts as many bytes as the settings allow and not one more', async () => {
    const head = video('mp4', 0).length
    expect(await upload('video', video('mp4', MAX_VIDEO_BYTES - head))).toMatchObject({ status: 200 })
    expect(await upload('video', video('mp4', MAX_VIDEO_BYTES - head + 1))).toMatchObject({ status: 413 })
    await expectNoLeftovers()
  })
})

it('the library lists all media newest first, each with a working address', async () => {
  const first = await upload('image', await picture('png'))
  server.clock.advance(1000)
  const second = await upload('image', await picture('png'))
  const film = await upload('video', video('webm'))
  const { banners, videos } = await server.api(token).media.all()
  expect(banners).toEqual([second.url, first.url])
  expect(videos).toEqual([film.url])
  for (const url of [...banners, ...videos]) await stored(url)
})

it.each([
  ['My Video.final.MP4', 'My-Video.final'],
  ['रील.mp4', 'file'],
  ['.htaccess', 'htaccess'],
  ['...', 'file'],
  ['a..b.png', 'a.b'],
  [`${'x'.repeat(300)}.png`, 'x'.repeat(80)],
  ['<script>.png', 'script'],
])('the plain letters of %s are %s', (input, plain) => {
  expect(plainName(input)).toBe(plain)
})
