import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PublicCourse } from 'contract/courses/courses'
import { indianDay } from 'contract/indian-time'
import { SHARE_HEIGHT, SHARE_WIDTH, sharePath } from 'contract/share-picture'
import express from 'express'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { uploadMedia } from '../../../test/upload.ts'
import type { FileKey } from '../../platform/files/store.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { createSharePictures } from './share-pictures.ts'

const BOARD = [0x14, 0x16, 0x3f]
const GREEN = '#1f8549'

let server: TestServer
let banner: string

beforeAll(async () => {
  server = await startTestServer()
  const green = sharp({ create: { width: 640, height: 360, channels: 3, background: GREEN } })
  const sent = await green.png().toBuffer()
  banner = (await uploadMedia(server, await server.adminToken(), 'image', sent)).url
})
afterAll(() => server.stop())

async function pictureAt(path: string) {
  const response = await server.request(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The mean colour of a part of a picture, and how much it varies. */
async function look(bytes: Buffer, [left, top, width, height]: [number, number, number, number]) {
  const { channels } = await sharp(await sharp(bytes).extract({ left, top, width, height }).toBuffer()).stats()
  return { colour: channels.map(({ mean }) => mean), varies: Math.max(...channels.map(({ stdev }) => stdev)) }
}

const expectColour = (found: number[], wanted: number[]) =>
  expect(Math.max(...found.map((value, index) => Math.abs(value - (wanted[index] ?? 0))))).toBeLessThan(8)

it('the picture of a course has its banner in the frame, its name beside it, and 1200 × 630 pixels', async () => {
  const course = await buildCourse(server.db, { name: 'SignText Signs For Beginners', banner })
  const { bytes, response } = await pictureAt(sharePath(course))
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: SHARE_WIDTH, height: SHARE_HEIGHT })
  expectColour((await look(bytes, [640, 160, 400, 200])).colour, [0x1f, 0x85, 0x49])
  expect((await look(bytes, [60, 200, 480, 200])).varies).toBeGreaterThan(40)
  expect(bytes.length).toBeLessThan(300_000)
  const etag = response.headers.get('etag') ?? ''
  const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
  expect((await server.request(sharePath(course), { headers })).status).toBe(304)
})

it.each([
  ['of 200 letters', 'Every trick of the trade '.repeat(8)],
  ['of one endless word', 'W'.repeat(200)],
  ['in Devanagari', 'हिन्दी स्क्रिप्ट वॉल्ट '.repeat(8).trim()],
  ['that looks like markup', '</svg><script>alert(1)</script>&amp;'],
])('a name %s stays within its place', async (_, name) => {
  const { bytes } = await pictureAt(sharePath(await buildCourse(server.db, { name, banner })))
  expect((await look(bytes, [60, 110, 500, 372])).varies).toBeGreaterThan(20)
  const edges: [number, number, number, number][] = [
    [572, 80, 28, 430],
    [0, 80, 50, 430],
    [60, 72, 500, 20],
    [60, 506, 500, 14],
  ]
  for (const edge of edges) {
    const { colour, varies } = await look(bytes, edge)
    expectColour(colour, BOARD)
    expect(varies).toBeLessThan(6)
  }
})

it('a changed course has a new picture under another address', async () => {
  const course = await buildCourse(server.db, { name: 'Before the change', banner })
  const before = await pictureAt(sharePath(course))
  await writeCatalogue(server.db, (trx) =>
    trx('courses').where({ course_id: course.course_id }).update({ name: 'After the change' }),
  )
  const after = await pictureAt(`/og/${course.course_id}.jpg`)
  expect(after.bytes.equals(before.bytes)).toBe(false)
  expect(sharePath({ ...course, name: 'After the change' })).not.toBe(sharePath(course))
})

it('the ticket shows the tax added to the price, under another address', async () => {
  const course = await buildCourse(server.db, { name: 'Before tax', banner })
  const before = await pictureAt(sharePath(course))
  const valid_from = indianDay(server.ctx.now())
  const owner = server.api(await server.adminToken())
  await owner.documents.setTaxSettings({ body: taxSettings({ valid_from }) })
  expect((await pictureAt(sharePath(course))).bytes.equals(before.bytes)).toBe(true)
  await owner.documents.setTaxSettings({ body: taxSettings({ valid_from, prices: 'exclusive' }) })
  const after = await pictureAt(sharePath(course, '+ 18% GST'))
  expect(after.bytes.equals(before.bytes)).toBe(false)
  expect(sharePath(course, '+ 18% GST')).not.toBe(sharePath(course))
  // The logo grows towards the name, and the board around it does not change.
  const ground: [number, number, number, number] = [572, 480, 28, 40]
  expect((await look(after.bytes, ground)).varies).toBeLessThan(6)
  await owner.documents.setTaxSettings({ body: taxSettings({ valid_from, enabled: false }) })
})

it('a frame stays plain where the banner is on another site, or gone', async () => {
  for (const other of ['https://pictures.example/a.jpg', `/media/${'0'.repeat(32)}-640x360-343da6/a.png`]) {
    const { bytes } = await pictureAt(sharePath(await buildCourse(server.db, { banner: other })))
    expectColour((await look(bytes, [640, 160, 400, 200])).colour, [0x34, 0x3d, 0xa6])
  }
})

it('the shop has a picture, and a missing course has none', async () => {
  const { bytes } = await pictureAt('/og.jpg')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: SHARE_WIDTH, height: SHARE_HEIGHT })
  for (const path of [
    '/og/no-such-course.jpg',
    '/og/x.png',
    '/og/..%2f..%2fsecrets.json.jpg',
    '/og/%00.jpg',
    '/og/course/6e6f6e65.jpg',
    '/og/course/6',
    '/og/course/2e2e2f.jpg',
  ]) {
    const response = await server.request(path)
    expect(response.status, path).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

it('a picture is made once for many simultaneous requests, and stored', async () => {
  const course = await buildCourse(server.db, { name: 'Asked for by many', banner })
  let made = 0
  const files = {
    ...server.ctx.files,
    read: (key: FileKey) => {
      made += 1
      return server.ctx.files.read(key)
    },
  }
  const catalogue = {
    version: () => '1',
    filters: async () => ({ topics: [], prices: [] }),
    cards: async () => ({ cards: [], total: 0 }),
    addresses: async () => [],
    shop: async () => ({}),
    tax: async () => null,
    promocodes: async () => [],
    course: async () => course as unknown as PublicCourse,
  }
  const listener = createServer(express().use(createSharePictures({ files }, catalogue)))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}${sharePath(course)}`
  try {
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await fetch(address)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await fetch(address)).status).toBe(200)
    expect(made).toBe(1)
  } finally {
    await new Promise((resolve) => listener.close(resolve))
  }
})

it('the picture of the shop has the name of the settings, however long, and changes with it', async () => {
  const course = await buildCourse(server.db, { name: 'Under another sign', banner })
  const counter: [number, number, number, number] = [124, 545, 1020, 70]
  const rename = async (name: string) => {
    await server.api(await server.adminToken()).settings.update({ body: { brand: { name } } })
    const pictures = await Promise.all(['/og.jpg', sharePath(course)].map(pictureAt))
    return pictures.map(({ bytes }) => bytes)
  }
  const before = await rename('A shop')
  const after = await rename('W'.repeat(60))
  for (const [index, bytes] of after.entries()) {
    expect(bytes.equals(before[index] ?? bytes)).toBe(false)
    expect((await look(bytes, counter)).varies).toBeGreaterThan(20)
    // The name ends before the edge.
    expect((await look(bytes, [1150, 545, 50, 70])).varies).toBeLessThan(6)
  }
})
