import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer } from '../../../test/server.ts'

test('a purchase in progress at the stop gets its link, of the sandbox on the same port', async () => {
  const server = await startTestServer({ work: false })
  const { course_id } = await buildCourse(server.db)
  const user = await buildUser(server.db)
  const body = JSON.stringify([course_id])
  const buying = request(`${server.url}/api/user/buy?user_id=${user.user_id}`, {
    method: 'POST',
    headers: {
      authorization: `bearer ${await server.userToken(user)}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // Answered once the request has begun; its body arrives while the shop is stopping.
      expect: '100-continue',
    },
  })
  buying.flushHeaders()
  await once(buying, 'continue')
  const stopped = server.stop()
  buying.end(body)
  const [answer] = await once(buying, 'response')
  expect([answer.statusCode, await json(answer)]).toEqual([
    201,
    expect.objectContaining({ payment_link: expect.stringContaining('/pay/plink_') }),
  ])
  await stopped
})
