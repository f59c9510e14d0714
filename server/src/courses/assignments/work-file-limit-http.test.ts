import { request } from 'node:http'
import { expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { isPlainRun } from '../../../test/scope.ts'
import { startTestServer } from '../../../test/server.ts'

test.skipIf(isPlainRun)(
  'a student sends at most 60 files an hour, aborted ones included, and no byte of another',
  async () => {
    const server = await startTestServer({ work: false, env: { RATE_LIMITS: 'on' } })
    try {
      const editor = server.api(await server.adminToken('editor'))
      const { course_id } = await buildCourse(server.db)
      const content = [{ title: 'Your reel', kind: 'assignment' as const, watch_link: '' }]
      await editor.learning.addContent({ params: { id: course_id }, body: { course_id, content } })
      const [lesson] = (await editor.learning.adminGetContent({ id: course_id })).content
      const params = { lesson_id: lesson?.lesson_id ?? '' }
      const requested = { instructions: 'Cut it.', criteria: [{ text: 'It holds' }], takes_text: true, due_days: null }
      await editor.assignments.save({ params, body: { ...requested, file_kinds: ['pdf'], gate: false } })
      const user = await buildUser(server.db)
      await buildEnrolment(server.db, { user_id: user.id, course_id })
      const authorization = `Bearer ${await server.userToken(user)}`

      const [head, tail] = [
        '--x\r\nContent-Disposition: form-data; name="work_file"; filename="a.pdf"\r\n\r\nthe beginning',
        '\r\n--x--\r\n',
      ]
      /** Sends a file's beginning; resolves with an early answer, undefined without one. */
      const begin = () => {
        const sent = request(new URL(`/api/user/assignments/${params.lesson_id}/file`, server.url), {
          method: 'POST',
          headers: {
            authorization,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': head.length + tail.length,
          },
        })
        const answer = new Promise<number | undefined>((resolve) => {
          sent.on('response', (res) => resolve(res.resume().statusCode)).on('error', () => resolve(undefined))
        })
        sent.write(head)
        return { sent, answer }
      }
      const counted = async () =>
        (await server.db('rate_limits').where('key', 'like', 'work_file%').first('points'))?.points
      for (let n = 0; n < 59; n++) {
        const { sent, answer } = begin()
        await expect.poll(counted, { interval: 5 }).toBe(n + 1)
        sent.destroy()
        await answer
      }
      const last = begin()
      await expect.poll(counted, { interval: 5 }).toBe(60)
      await expect.poll(async () => (await begin()).answer).toBe(429)
      // A counted file is not refused at its end: it is only no PDF.
      last.sent.end(tail)
      expect(await last.answer).toBe(415)
    } finally {
      await server.stop()
    }
  },
)
