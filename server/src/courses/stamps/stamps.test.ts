import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { pdfOf } from '../../../test/archives.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { isPlainRun } from '../../../test/scope.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { createMediaRouter } from '../media/serve.ts'
import { signAddress } from '../media/signed-address.ts'
import { copiesFolder, sweepCopies } from './copies-folder.ts'
import { type StampLimits, stampLimits } from './stamp-pdf.ts'
import { createStampedCopies } from './stamped-copies.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  admin = await server.adminToken()
})
afterAll(() => server.stop())
beforeEach(() => set({ pdf_stamp: true }))

const set = (delivery: { pdf_stamp: boolean }) => server.api(admin).settings.update({ body: { delivery } })

/** Draws a document of several pages, one of them rotated and cropped, one as wide as a slide. */
async function workbook(): Promise<Buffer> {
  const { default: Drawn } = await import('pdfkit')
  const doc = new Drawn({ size: 'A4' })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.text('First page')
  doc.addPage({ size: [960, 540] }).text('A slide')
  doc.addPage({ size: 'A5' }).text('Last page')
  Object.assign(doc.page.dictionary.data, { Rotate: 90, CropBox: [20, 30, 400, 580] })
  doc.end()
  await ended
  return Buffer.concat(parts)
}

async function lessonWith(file: Buffer, email?: string) {
  const answer = await tusClient(server, admin).send(file, { filename: 'Workbook.pdf', filetype: 'application/pdf' })
  const url = answer.headers.get('media-url') ?? ''
  const { course_id } = await buildCourse(server.db)
  const content = [{ title: 'Lesson', watch_link: url }]
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const user = await buildUser(server.db, email ? { email } : {})
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const token = await server.userToken(user)
  const address = async () =>
    (await server.api(token).learning.getContent({ courseId: course_id })).content[0]?.watch_link
  return {
    url,
    user,
    token,
    signed: String(await address()),
    copies: join(copiesFolder(server.ctx.config), String(user.id)),
  }
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.request(path, { headers, method })
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())
const times = (text: string, part: string) => text.split(part).length - 1

it('a PDF carries its buyer’s email and the shop’s name at the visible foot of each page', async () => {
  const { user, signed } = await lessonWith(await workbook())
  const answer = await get(signed)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = await textOfPdf(bytes)
  expect(times(text, `My shop, for ${user.email} only`)).toBe(3)
  for (const page of ['First page', 'A slide', 'Last page']) expect(text).toContain(page)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': 'inline; filename=Workbook.pdf',
    'cache-control': 'private, no-store',
  })
  expect(await feet(bytes)).toEqual([expect.closeTo(0, 1), expect.closeTo(0, 1), expect.closeTo(0, 1)])
})

/** Measures each stamp's distance from the middle of the visible lower edge; -1 for one far away. */
async function feet(bytes: Buffer): Promise<number[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  const found: number[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const view = page.getViewport({ scale: 1 })
    const { width, height } = view
    const items = (await page.getTextContent()).items.flatMap((item) => ('str' in item && item.width > 0 ? [item] : []))
    const stamp = items.filter(({ str }) => !/page|slide/.test(str))
    const places = stamp.map(({ transform }) => view.convertToViewportPoint(Number(transform[4]), Number(transform[5])))

    const long = stamp.reduce((sum, item) => sum + item.width, 0)
    const [x = 0, y = 0] = places[0] as number[]
    found.push(height - y < 20 && height > y ? x + long / 2 - width / 2 : -1)
  }
  await task.destroy()
  return found
}

it.skipIf(isPlainRun)(
  'ranges and resumed downloads meet the same bytes, even when the copy was swept and made again',
  async () => {
    const { signed, copies } = await lessonWith(await workbook())
    const [whole, part, head] = await Promise.all([
      get(signed),
      get(signed, { range: 'bytes=100-199' }),
      get(signed, {}, 'HEAD'),
    ])
    const bytes = Buffer.from(await whole.arrayBuffer())
    const etag = String(whole.headers.get('etag'))
    expect([part.status, part.headers.get('etag')]).toEqual([206, etag])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
    expect([head.headers.get('etag'), head.headers.get('content-length')]).toEqual([etag, String(bytes.length)])
    // All three requests share one copy.
    expect(await readdir(copies)).toHaveLength(1)
    expect(await readdir(server.ctx.files.tempDir)).toEqual([])
    await rm(copies, { recursive: true })
    const rest = await get(signed, { range: 'bytes=500-', 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(500))).toBe(true)
  },
)

it('each buyer has a copy; the shop, visitors of a free preview and a shop without the setting get the file', async () => {
  const file = await workbook()
  const { url, signed, user } = await lessonWith(file)
  const other = await lessonWith(file)
  const text = await textOfPdf(await bytesOf(other.signed))
  expect([text.includes(user.email), text.includes(other.user.email)]).toEqual([false, true])
  const session = await server
    .db('sessions')
    .where({ audience: 'admin' })
    .orderBy('created_at', 'desc')
    .first('session_id')
  const opener = { audience: 'admin' as const, sessionId: session.session_id }
  const shown = await bytesOf(signAddress(server.ctx.config, url, opener, server.ctx.now()))
  expect(shown.equals(file)).toBe(true)
  await server.db('media').where({ url }).update({ paid: false })
  expect((await bytesOf(url)).equals(file)).toBe(true)
  await set({ pdf_stamp: false })
  // An address's decision is cached for half a minute.
  server.clock.advance(31_000)
  expect((await bytesOf(signed)).equals(file)).toBe(true)
})

it.each([
  ['of another script', 'नमन.राव@example.com', 'नमन.राव@example.com'],
  ['of letters that no font here has', '小明@example.com', 'for@example.com'],
  ['of the greatest length', `${'k'.repeat(240)}@example.com`, `${'k'.repeat(240)}@example.com`],
])('an email %s is stamped, too', async (_name, email, expected) => {
  const { signed } = await lessonWith(await workbook(), email)
  const text = await textOfPdf(await bytesOf(signed))
  expect(times(text.replace(/\s/g, ''), expected)).toBe(3)
})

it('an encrypted or broken file is sent without a stamp, and not tried again', async () => {
  const locked = await PDFDocument.load(await workbook())
  locked.encrypt({ userPassword: '', ownerPassword: 'owner', permissions: { modifying: false } })
  for (const file of [
    Buffer.from(await locked.save({ useObjectStreams: false })),
    pdfOf('4 0 obj\n<</Kids[ 5 0 obj\n'),
  ]) {
    const { signed, copies } = await lessonWith(file)
    const answer = await get(signed)
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(file)]).toEqual([200, true])
    expect(await readdir(copies)).toEqual([expect.stringMatching(/-never$/)])
    expect((await get(signed, { range: 'bytes=0-9' })).status).toBe(206)
  }
})

it.each([
  ['hangs', 'setInterval(() => {}, 1000)', { ms: 300 }],
  ['dies', 'process.kill(process.pid, "SIGKILL")', {}],
  ['takes all its memory', undefined, { megabytes: 4 }],
])(
  'a reader that %s blocks nobody: the file is sent without a stamp',
  async (_name, source, limits: Partial<StampLimits>) => {
    const folder = await mkdtemp(join(tmpdir(), 'skillhaat-stamp-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    if (source) await writeFile(join(folder, 'stand-in.mjs'), source)
    const file = await workbook()
    const { url, user } = await lessonWith(file)
    const program = source ? join(folder, 'stand-in.mjs') : stampLimits.program
    const app = express()
    const stamped = createStampedCopies(server.ctx, { ...stampLimits, program, ...limits })
    const stamp = { userId: user.id, line: 'Shop, for kiran@example.com only' }
    const mayHave = async () => ({ name: 'a', stamp })
    app.use('/media', createMediaRouter(server.ctx, { mayHave, stamped, playlist: async () => undefined }))
    const listener = app.listen(0)
    onTestFinished(() => void listener.close())
    const { port } = listener.address() as AddressInfo
    const signed = signAddress(server.ctx.config, url, { audience: 'user', sessionId: 'a' }, server.ctx.now())
    const answer = await fetch(`http://127.0.0.1:${port}${signed}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
    const [note = ''] = await readdir(join(copiesFolder(server.ctx.config), String(user.id)))
    expect(note).toMatch(/-stopped$/)
    // A retry follows some minutes later.
    const then = new Date(Date.now() - 11 * 60_000)
    await utimes(join(copiesFolder(server.ctx.config), String(user.id), note), then, then)
    const again = await createStampedCopies(server.ctx)(
      { mediaId: String(url.split('/')[2]), name: String(url.split('/')[3]) },
      stamp,
    )
    expect(again?.path).toBeDefined()
  },
)

it.skipIf(isPlainRun)('a PDF above the bound of 50 MB is sent without a stamp and not read', async () => {
  expect(stampLimits.bytes).toBe(50 * 1024 * 1024)
  const file = await workbook()
  const { url, user, copies } = await lessonWith(file)
  const [, , mediaId = '', name = ''] = url.split('/')
  const stamp = { userId: user.id, line: 'Shop, for kiran@example.com only' }
  const upTo = (bytes: number) => createStampedCopies(server.ctx, { ...stampLimits, bytes })({ mediaId, name }, stamp)
  expect(await upTo(file.length - 1)).toBeUndefined()
  await expect(readdir(copies)).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await upTo(file.length))?.path).toMatch(/\w{16}$/)
})

it.skipIf(isPlainRun)(
  'copies go with the account, with age, and beyond the bound the least recently used first',
  async () => {
    const leaving = await lessonWith(await workbook())
    await bytesOf(leaving.signed)
    expect(await readdir(leaving.copies)).toHaveLength(1)
    await server.api(leaving.token).account.deleteOwn({ current_password: PASSWORD })
    await server.answerWaiting('forget-stamped-copies')
    await expect(readdir(leaving.copies)).rejects.toMatchObject({ code: 'ENOENT' })

    const [first, second] = [await lessonWith(await workbook()), await lessonWith(await workbook())]
    for (const { signed } of [first, second]) await bytesOf(signed)
    const age = async (copies: string, days: number) => {
      const then = new Date(Date.now() - days * 24 * 60 * 60_000)
      for (const name of await readdir(copies)) await utimes(join(copies, name), then, then)
    }
    await age(first.copies, 1)
    await sweepCopies(server.ctx)
    expect([await readdir(first.copies), await readdir(second.copies)]).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ])
    const { length } = await bytesOf(second.signed)
    await sweepCopies(server.ctx, { maxBytes: length + 10 })
    expect([await readdir(first.copies), await readdir(second.copies)]).toEqual([[], [expect.any(String)]])
    await age(second.copies, 8)
    await sweepCopies(server.ctx)
    expect(await readdir(second.copies)).toEqual([])
    // Made during the student's deletion.
    await bytesOf(second.signed)
    await server.db('users').where({ id: second.user.id }).update({ deleted_at: new Date() })
    await sweepCopies(server.ctx)
    await expect(readdir(second.copies)).rejects.toMatchObject({ code: 'ENOENT' })
  },
)
