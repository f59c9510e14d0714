import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildEnrolment, buildLesson } from '../../test/catalogue-factories.ts'
import { buildUser } from '../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  admin = await server.adminToken()
})
afterAll(() => server.stop())

const set = (delivery: { moving_mark?: boolean; devices?: number }) =>
  server.api(admin).settings.update({ body: { delivery } })

async function student() {
  const user = await buildUser(server.db)
  const { course_id } = await buildEnrolment(server.db, { user_id: user.id })
  const { lesson_id } = await buildLesson(server.db, { course_id })
  return { user, course_id, lesson_id }
}

it('lessons carry the mail of who watches them while the shop asks for it', async () => {
  const { user, course_id: courseId } = await student()
  const api = server.api(await server.userToken(user))
  const markOf = async () => (await api.learning.getContent({ courseId })).mark
  expect(await markOf()).toBeNull()
  await set({ moving_mark: true })
  expect(await markOf()).toBe(user.email)
  await set({ moving_mark: false })
  expect(await markOf()).toBeNull()
})
