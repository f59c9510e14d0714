import { mediaIdWith, olderMediaId } from 'contract/media/address'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { pdfOf } from '../../../test/archives.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { savedAs } from '../../../test/file-names.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { putStored } from '../../../test/stored-files.ts'
import { tusClient } from '../../../test/tus.ts'
import { picture, video } from '../../../test/upload-files.ts'
import { makePictureWidths } from './picture-widths.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  admin = await server.adminToken()
})
afterAll(() => server.stop())
beforeEach(() => server.db('media').del())

/** Names and sides that the usual lists of content blockers refuse in an address. */
const refused: readonly [string, () => Promise<Buffer> | Buffer][] = [
  ['Advert.mp4', () => video('mp4')],
  ['ads1.mp4', () => video('mp4')],
  ['ad-server.pdf', () => pdfOf()],
  ['Banner-Ad.png', () => picture('png')],
  ['lesson-728x90.png', () => picture('png')],
  ['300x250.jpg', () => picture('jpeg', { width: 300, height: 250 })],
  ['tower.gif', () => picture('gif', { width: 160, height: 600 })],
]

test.each(refused)(
  '%s is stored under an address without its words and sides, and keeps its name',
  async (filename, make) => {
    const sent = await tusClient(server, admin).send(await make(), { filename, filetype: '' })
    expect([sent.status, await sent.text()]).toEqual([204, ''])
    const url = sent.headers.get('media-url') ?? ''
    expect(url).toMatch(/^\/media\/[0-9a-f]{32}(?:-\d{10}[0-9a-f]{6})?\/file\.\w{3}$/)
    const answer = await server.request(url)
    expect([answer.status, savedAs(answer).name]).toEqual([200, filename])
  },
)

/** Stores a file as a release before 2026-12 did: with its sides in the id, and under its own name. */
async function storedBefore(media_id: string, name: string, bytes: Buffer, kind: 'image' | 'video') {
  const url = `/media/${media_id}/${name}`
  await putStored(server, { mediaId: media_id, name }, bytes)
  const facts = { kind, bytes: bytes.length, sha256: 'a'.repeat(64), created_at: new Date() }
  await server.db('media').insert({ media_id, name, url, ...facts })
  return url
}

it('a film from before plays for its student under a neutral address, and still under its own', async () => {
  const film = video('mp4', 3000)
  const url = await storedBefore('b'.repeat(32), 'Advert.mp4', film, 'video')
  const read = async (address: string) => Buffer.from(await (await server.request(address)).arrayBuffer())
  expect(await read(url)).toEqual(film)

  const { course_id } = await buildCourse(server.db)
  const content = [{ title: 'One', watch_link: url, files: [{ name: 'The film', url }] }]
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const answer = await server.api(await server.userToken(user)).learning.getContent({ courseId: course_id })
  const { watch_link = '', files = [] } = answer.content[0] ?? {}
  expect([watch_link, files[0]?.url ?? ''].map((address) => address.split('?')[0])).toEqual([
    `/media/${'b'.repeat(32)}/file.mp4`,
    `/media/${'b'.repeat(32)}/file.mp4`,
  ])
  expect(await read(watch_link)).toEqual(film)
  expect(savedAs(await server.request(`${watch_link}&download`)).name).toBe('Advert.mp4')
  for (const open of [url, watch_link.split('?')[0] ?? '']) expect((await server.request(open)).status).toBe(404)
})

it('a picture from before is shown under its neutral address in all its widths, and still under its own', async () => {
  const id = mediaIdWith('c'.repeat(32), { width: 728, height: 90, colour: '#c21b63' })
  const older = olderMediaId(id) ?? ''
  expect(older).toBe(`${'c'.repeat(32)}-728x90-c21b63`)
  const bytes = await picture('png', { width: 728, height: 90 })
  const url = await storedBefore(older, 'Banner-Ad.png', bytes, 'image')
  for (const original of [url, `/media/${id}/file.png`]) {
    const answer = await server.request(original)
    expect([answer.status, savedAs(answer).name]).toEqual([200, 'Banner-Ad.png'])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  }
  const early = await server.request(`/media/${id}/file-640.avif`, { redirect: 'manual' })
  expect([early.status, early.headers.get('location')]).toEqual([302, `/media/${id}/file.png`])

  await makePictureWidths(server.ctx, older)
  for (const width of [`/media/${id}/file-640.avif`, `/media/${older}/Banner-Ad-640.avif`])
    expect((await server.request(width)).headers.get('content-type')).toBe('image/avif')
  await server.db('media').where({ media_id: older }).update({ paid: true })
  expect((await server.request(`/media/${id}/file.pdf`)).status).toBe(404)
})
