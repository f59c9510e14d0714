import type { CertificateLook } from 'contract/certificates'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { inkOf } from './signature-ink.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const LOOK = { layout: 'panel', signatory: 'Ritu Malhotra', signatory_title: 'Founder', signature: '' } as const
const editor = async () => server.api(await server.adminToken('editor'))

/** Draws a dark stroke on the grey of a photographed sheet. */
const photo = (stroke: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#d8d5cf"/><path d="${stroke}" stroke="#222" stroke-width="9" fill="none"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

const uploaded = async (bytes: Buffer) => (await uploadMedia(server, await server.adminToken(), 'image', bytes)).url

/** Creates a student who takes the certificate of a new course by this teacher; returns how to download it. */
async function certificate(teacher_name: string | null = null) {
  const { course_id } = await buildCourse(server.db, { name: 'Reels', teacher_name })
  const { lesson_id } = await buildLesson(server.db, { course_id, seconds: 20 })
  await (await editor()).certificates.setOffer({ params: { course_id }, body: { offered: true } })
  const user = await buildUser(server.db, { name: 'Meera Iyer' })
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const api = server.api(await server.userToken(user))
  server.clock.advance(10_000)
  await api.learning.progress({ course_id, lesson_id, seconds: 10, completed: true })
  await api.certificates.take({ params: { course_id }, body: { name: 'Meera Iyer' } })
  return async () => Buffer.from(await (await api.certificates.pdf({ course_id })).arrayBuffer())
}

test('a certificate prints the look of its day: later looks, teachers and images leave its bytes as they are', async () => {
  const first = await certificate('Arjun Nair')
  const before = await first()
  expect(await textOfPdf(before)).not.toContain('Arjun Nair')
  expect(await (await editor()).certificates.look()).toEqual({ look: null })

  const signature = await uploaded(await photo('M50 150 C 150 20 250 280 550 150'))
  await (await editor()).certificates.setLook({ ...LOOK, signature })
  const second = await certificate('Arjun Nair')
  const signed = await second()
  const text = await textOfPdf(signed)
  for (const written of ['Ritu Malhotra', 'Founder']) expect(text).toContain(written)
  expect(text).not.toContain('Arjun Nair')

  const media_id = signature.split('/')[2] ?? ''
  await server.api(await server.adminToken()).media.delete({ params: { media_id } })
  const unchanged = await (await editor()).certificates.setLook({ ...LOOK, signature, layout: 'framed' })
  expect(unchanged.look).toMatchObject({ signature, layout: 'framed' })
  await (await editor()).certificates.setLook({ ...LOOK, signatory: '', signatory_title: '' })
  expect((await first()).equals(before)).toBe(true)
  expect((await second()).equals(signed)).toBe(true)
  // The look that nobody's certificate has is gone.
  expect(await server.db('certificate_looks')).toHaveLength(2)
})

test('without a name each course is signed by its teacher, and a course without one by nobody', async () => {
  await (await editor()).certificates.setLook({
    layout: 'framed',
    signatory: '',
    signatory_title: 'Founder',
    signature: '',
  })
  const taught = await textOfPdf(await (await certificate('Arjun Nair'))())
  expect(taught).toContain('Arjun Nair')
  expect(taught).toContain('Teacher of the course')
  expect(taught).not.toContain('Founder')
  expect(await textOfPdf(await (await certificate())())).not.toContain('Teacher')
})

test('the sample draws a look without storing it', async () => {
  const api = await editor()
  const { look } = await api.certificates.look()
  const file = await api.certificates.sample({ ...LOOK, signatory: 'Nobody Yet', language: 'en' })
  expect(file.type).toBe('application/pdf')
  expect(await textOfPdf(Buffer.from(await file.arrayBuffer()))).toContain('Nobody Yet')
  expect(await api.certificates.look()).toEqual({ look })
})

test('a signature is an image of the library beside a name, and letters are those that papers print', async () => {
  const api = await editor()
  const image = await uploaded(await photo('M50 150 L 550 150'))
  const gone = image.replace(/[0-9a-f]{32}/, '0'.repeat(32))
  const refused: [field: string, look: CertificateLook][] = [
    ['signature', { ...LOOK, signature: gone }],
    ['signature', { ...LOOK, signature: 'https://pictures.example/a.png' }],
    ['signature', { ...LOOK, signature: 'javascript:alert(1)' }],
    ['signatory', { ...LOOK, signature: image, signatory: '' }],
    ['signatory', { ...LOOK, signatory: '王' }],
    ['signatory_title', { ...LOOK, signatory_title: 'W'.repeat(61) }],
    ['layout', { ...LOOK, layout: 'round' as 'panel' }],
  ]
  for (const [field, look] of refused) {
    for (const send of [api.certificates.setLook, api.certificates.sample])
      await expect(send(look), `${field} ${look.signature}`).rejects.toMatchObject({
        status: 422,
        data: { errors: [{ path: expect.stringMatching(new RegExp(`${field}$`)) }] },
      })
  }
  // A file of the library that is no image any more.
  await server.db('media').where({ url: image }).update({ kind: 'video' })
  await expect(api.certificates.setLook({ ...LOOK, signature: image })).rejects.toMatchObject({ status: 422 })
  for (const role of ['support', 'finance'] as const) {
    const other = server.api(await server.adminToken(role))
    await expect(other.certificates.setLook(LOOK)).rejects.toMatchObject({ status: 403 })
  }
})

test('the paper of a photographed signature becomes transparent; hostile bytes become nothing', async () => {
  const ink = await inkOf(await photo('M50 150 C 150 20 250 280 550 150'))
  const { width, height, hasAlpha } = await sharp(ink).metadata()
  expect(hasAlpha).toBe(true)
  expect(height).toBeLessThan(220)
  const { channels } = await sharp(ink).stats()
  expect(channels[3]?.min).toBe(0)
  expect(channels[3]?.max).toBeGreaterThan(200)
  expect(width).toBeLessThanOrEqual(900)
  const clear = await sharp({ create: { width: 300, height: 90, channels: 4, background: '#00000000' } })
    .composite([{ input: { create: { width: 100, height: 20, channels: 4, background: '#c2185b' } } }])
    .png()
    .toBuffer()
  expect(await sharp(await inkOf(clear)).metadata()).toMatchObject({ width: 100, height: 20 })
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  for (const bytes of [bomb, Buffer.from('%PDF-1.7 no image'), Buffer.alloc(0), bomb.subarray(0, 200)])
    expect(await inkOf(bytes)).toBeUndefined()
})
