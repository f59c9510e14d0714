import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { writeCatalogue } from '../catalogue/catalogue.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

type Manifest = { name: string; short_name: string; icons: { src: string; sizes: string; purpose: string }[] }
const manifest = async () => (await (await server.request('/manifest.webmanifest')).json()) as Manifest

it('is a manifest with the name of the shop, whose icons are there in their sizes', async () => {
  const given = await manifest()
  expect([given.name, given.short_name]).toEqual(['SkillHaat', 'SkillHaat'])
  expect(given.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes, purpose } of given.icons) {
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

it('has what browsers ask for by themselves', async () => {
  const touch = await server.request('/apple-touch-icon.png')
  const { width, height } = await sharp(Buffer.from(await touch.arrayBuffer())).metadata()
  expect([touch.status, width, height]).toEqual([200, 180, 180])
  const favicon = await server.request('/favicon.ico')
  expect([favicon.status, favicon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  const bytes = Buffer.from(await favicon.arrayBuffer())
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  expect(await sharp(bytes.subarray(bytes.readUInt32LE(18))).metadata()).toMatchObject({ width: 32, format: 'png' })
})
