import { afterAll, beforeAll, expect, it } from 'vitest'
import { pdfOf } from '../../../test/archives.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { fileNames, savedAs } from '../../../test/file-names.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type S3StandIn, startS3StandIn } from '../../../test/s3-stand-in.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { video } from '../../../test/upload-files.ts'

let store: S3StandIn
let server: TestServer

beforeAll(async () => {
  store = await startS3StandIn()
  server = await startTestServer({ work: false, env: { ...store.env, MEDIA_S3_PUBLIC_ENDPOINT: store.url } })
})
afterAll(async () => {
  await server.stop()
  await store.close()
})

it('a paid file is fetched straight from its bucket, by a tamper-proof address valid for half a minute', async () => {
  const bytes = video('mp4', 5_000)
  const admin = await server.adminToken()
  const sent = await tusClient(server, admin).send(bytes, { filename: 'Lesson one.mp4', filetype: 'video/mp4' })
  const file = sent.headers.get('media-url') ?? ''
  const { course_id } = await buildCourse(server.db)
  const content = [{ title: 'One', watch_link: file }]
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const answer = await server.api(await server.userToken(user)).learning.getContent({ courseId: course_id })
  const signed = answer.content[0]?.watch_link ?? ''

  const led = await server.request(signed)
  const address = led.headers.get('location') ?? ''
  expect([led.status, led.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
  expect(address.startsWith(`${store.url}/`)).toBe(true)
  expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('30')
  expect(led.headers.get('content-security-policy')).toContain(`connect-src 'self' ${store.url}`)
  const part = await fetch(address, { headers: { range: 'bytes=1000-' } })
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
  expect([part.status, part.headers.get('content-type'), part.headers.get('cache-control')]).toEqual([
    206,
    'video/mp4',
    'private, no-store',
  ])
  expect(part.headers.get('content-disposition')).toBe('inline; filename="Lesson one.mp4"')
  const download = (await server.request(`${signed}&download`)).headers.get('location') ?? ''
  expect((await fetch(download)).headers.get('content-disposition')).toMatch(/^attachment; /)
  for (const [from, to] of [
    ['X-Amz-Expires=30', 'X-Amz-Expires=999'],
    ['inline', 'attachment'],
    [/X-Amz-Signature=.*/, ''],
    ['.mp4?', '.pdf?'],
  ] as const) {
    expect((await fetch(address.replace(from, to))).status, String(from)).toBe(403)
  }

  expect((await server.request(file)).status).toBe(404)
  const whole = await server.request(signed, { method: 'HEAD' })
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(bytes.length)])

  await server.db('enrolments').where({ course_id }).del()
  server.clock.advance(31_000)
  expect((await server.request(signed)).status).toBe(404)
})

it('files of the bucket have plain keys, and are saved under their own names', async () => {
  const admin = await server.adminToken()
  const { course_id } = await buildCourse(server.db)
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const tus = tusClient(server, admin)
  const urls: string[] = []
  for (const [, filename] of fileNames) {
    const sent = await tus.send(pdfOf(), { filename, filetype: '' })
    urls.push(sent.headers.get('media-url') ?? '')
  }
  for (const url of urls) expect(store.objects.has(url.slice(1))).toBe(true)
  expect([...store.objects.keys()].filter((key) => !/^[\w./-]+$/.test(key))).toEqual([])
  const content = [
    { title: 'One', watch_link: urls[0] ?? '', files: urls.map((url, n) => ({ name: `File ${n}`, url })) },
  ]
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const answer = await server.api(await server.userToken(user)).learning.getContent({ courseId: course_id })
  for (const [n, { url }] of (answer.content[0]?.files ?? []).entries()) {
    for (const address of [url, `${url}&download`]) {
      const led = await server.request(address)
      // By default nginx has 4 kB for the headers of an answer.
      expect(JSON.stringify([...led.headers]).length).toBeLessThan(4_000)
      const location = led.headers.get('location')
      const saved = location ? await fetch(location) : led
      // A long name is not repeated in the address of a file that is only shown.
      const isShown = location !== null && address === url && savedAs(saved).name === ''
      expect([savedAs(saved).name, isShown && (fileNames[n]?.[1].length ?? 0) > 60]).toEqual(
        isShown ? ['', true] : [fileNames[n]?.[2], false],
      )
    }
  }
})
