import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

type Manifest = {
  name: string
  short_name: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; purpose: string }[]
}
const manifest = async () => (await (await server.request('/manifest.webmanifest')).json()) as Manifest

it('a manifest has the name of the shop and icons that exist in their sizes', async () => {
  const input = await manifest()
  expect([input.name, input.short_name]).toEqual(['My shop', 'My shop'])
  // Installed it is the student's app: it opens at what they learn, in a window of its own.
  expect([input.start_url, input.display]).toEqual(['/dashboard', 'standalone'])
  expect(input.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes, purpose } of input.icons) {
    const answer = await server.request(src)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    const { width, height } = await picture.metadata()
    expect(`${width}x${height}`).toBe(sizes)
    // A launcher cuts a maskable icon into its own form: it has no see-through part.
    expect((await picture.stats()).isOpaque, src).toBe(purpose === 'maskable')
  }
  await writeCatalogue(server.db, (trx) =>
    trx('shop_settings').update({ changes: JSON.stringify({ brand: { name: 'Mela', logo_text: 'MELA!' } }) }),
  )
  await expect.poll(manifest).toMatchObject({ name: 'Mela', short_name: 'MELA!' })
})

it('browsers find the icons of default addresses', async () => {
  const touch = await server.request('/apple-touch-icon.png')
  const { width, height } = await sharp(Buffer.from(await touch.arrayBuffer())).metadata()
  expect([touch.status, width, height]).toEqual([200, 180, 180])
  const favicon = await server.request('/favicon.ico')
  expect([favicon.status, favicon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  const bytes = Buffer.from(await favicon.arrayBuffer())
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  expect(await sharp(bytes.subarray(bytes.readUInt32LE(18))).metadata()).toMatchObject({ width: 32, format: 'png' })
})

it('the icon is the whole logo of the owner, if any, in the middle of a light square', async () => {
  const wide = sharp({ create: { width: 600, height: 200, channels: 3, background: '#1f8549' } })
  const { url } = await uploadMedia(server, await server.adminToken(), 'image', await wide.png().toBuffer())
  const brand = (logo: string) =>
    writeCatalogue(server.db, (trx) => trx('shop_settings').update({ changes: JSON.stringify({ brand: { logo } }) }))
  /** The colours of the middle, of a place above it and of the edge of its middle row, and the size. */
  const seen = async (src: string) => {
    const bytes = Buffer.from(await (await server.request(src)).arrayBuffer())
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) =>
      [...data.subarray((Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3)].slice(0, 3)
    return { middle: at(0.5, 0.5), above: at(0.5, 0.2), edge: at(0.02, 0.5), size: info.width }
  }
  const white = [255, 255, 255]
  const favicon = async () => Buffer.from(await (await server.request('/favicon.ico')).arrayBuffer()).toString('base64')
  const mark = await favicon()
  await brand(url)
  const isGreen = ([red = 0, green = 0, blue = 0]: number[]) =>
    Math.abs(red - 0x1f) < 8 && Math.abs(green - 0x85) < 8 && Math.abs(blue - 0x49) < 8
  await expect.poll(async () => isGreen((await seen('/icon-512.png')).middle)).toBe(true)
  for (const [src, size] of [
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/icon-maskable-512.png', 512],
    ['/apple-touch-icon.png', 180],
  ] as const) {
    const { middle, ...rest } = await seen(src)
    expect([src, isGreen(middle), rest]).toEqual([src, true, { above: white, edge: white, size }])
    expect((await sharp(Buffer.from(await (await server.request(src)).arrayBuffer())).stats()).isOpaque, src).toBe(true)
  }
  // Launchers cut to a circle of 80 %, in which all of the logo lies.
  expect(isGreen((await seen('/icon-maskable-512.png')).middle)).toBe(true)

  // The icon of the browser's tab is of the logo, too.
  expect(await favicon()).not.toBe(mark)

  // An icon of its own goes before the logo.
  const own = sharp({ create: { width: 64, height: 64, channels: 3, background: '#0000ff' } }).png()
  const icon = (await uploadMedia(server, await server.adminToken(), 'image', await own.toBuffer())).url
  await server.api(await server.adminToken()).settings.update({ body: { look: { icon } } })
  await expect.poll(async () => (await seen('/icon-512.png')).middle).toEqual([0, 0, 255])
  await server.api(await server.adminToken()).settings.update({ body: { look: { icon: '' } } })

  // A logo of another site or a missing one: the mark of the build.
  await brand('https://elsewhere.example/logo.png')
  await expect.poll(async () => isGreen((await seen('/icon-512.png')).middle)).toBe(false)
  await brand('')
})
