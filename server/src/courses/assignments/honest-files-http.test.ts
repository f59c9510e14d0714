import { WORK_KINDS } from 'contract/limits'
import { claimedKind } from 'contract/media/kinds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { honestFiles } from '../../../test/honest-files.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient, workTusClient } from '../../../test/tus.ts'

let server: TestServer
let admin: string
let lesson_id: string
let student: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.adminToken()
  const api = server.api(admin)
  const { course_id } = await buildCourse(server.db)
  const content = [{ title: 'Your work', kind: 'assignment' as const, watch_link: '' }]
  await api.learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  lesson_id = (await api.learning.adminGetContent({ id: course_id })).content[0]?.lesson_id ?? ''
  const body = { instructions: 'Write.', criteria: [{ text: 'It is there' }], takes_text: true, due_days: null }
  await api.assignments.save({ params: { lesson_id }, body: { ...body, file_kinds: [...WORK_KINDS], gate: false } })
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  student = await server.userToken(user)
})
afterAll(() => server.stop())

test('at least 30 files look like harm by name or content', () => {
  expect(honestFiles.length).toBeGreaterThanOrEqual(30)
})

test.each(honestFiles)(
  'harmless files pass upload and submission whatever their words: $what, called $name',
  async (file) => {
    const bytes = file.make()
    const names = { filename: file.name, filetype: '' }
    const uploaded = await tusClient(server, admin).send(bytes, names)
    expect([uploaded.status, await uploaded.text()]).toEqual([204, ''])
    if (!WORK_KINDS.some((kind) => kind === claimedKind({ name: file.name, type: '' }))) return
    const { addFile, takeUpload } = server.api(student).assignments
    const params = { lesson_id }
    await addFile({ params, body: { work_file: new File([new Uint8Array(bytes)], file.name) } })
    const tus = workTusClient(server, student)
    const path = await tus.begin(bytes.length, { ...names, lesson_id })
    await tus.patch(path, 0, bytes)
    const taken = await takeUpload({ params, body: { upload_id: path.split('/').at(-1) ?? '' } })
    expect(taken).toMatchObject({ name: file.name, bytes: bytes.length })
  },
)
