import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../../test/mails.ts'
import { buildUser } from '../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { createJobs } from './index.ts'
import { mailOnce } from './mail-once.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

const jobNamed = (name: string) => {
  const job = createJobs(one.ctx).find((found) => found.name === name)
  if (!job) throw new Error(`no job ${name}`)
  return job
}

test('F14 a job that runs again, or twice at once, sends its mail once; another job sends its own', async () => {
  const user = await buildUser(one.db)
  const welcome = jobNamed('welcome-mail')
  const runs = await Promise.allSettled(
    Array.from({ length: 5 }, () => welcome.run({ user_id: user.user_id }, 'job-1')),
  )
  expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true)
  await welcome.run({ user_id: user.user_id }, 'job-1')
  expect(await mailsTo(one.dataDir, user.email)).toHaveLength(1)
  await welcome.run({ user_id: user.user_id }, 'job-2')
  expect(await mailsTo(one.dataDir, user.email)).toHaveLength(2)
})

test('a mailed temporary password is not ended by a second run', async () => {
  const user = await buildUser(one.db)
  const forgotten = jobNamed('forgotten-password')
  await forgotten.run({ email: user.email }, 'job-3')
  const before = await one.db('users').where({ id: user.id }).first('temporary_password_hash')
  await forgotten.run({ email: user.email }, 'job-3')
  expect(await one.db('users').where({ id: user.id }).first('temporary_password_hash')).toEqual(before)
  expect(await mailsTo(one.dataDir, user.email)).toHaveLength(1)
})

test('what the mail server did not take is tried again at once, what a dead process left after two minutes', async () => {
  const tries: string[] = []
  const send = (ends: 'fails' | 'sent') => async () => {
    tries.push(ends)
    if (ends === 'fails') throw new Error('421 not now')
  }
  await expect(mailOnce(one.ctx, 'job-4', send('fails'))).rejects.toThrow('421')
  await mailOnce(one.ctx, 'job-4', send('sent'))
  await mailOnce(one.ctx, 'job-4', send('sent'))
  expect(tries).toEqual(['fails', 'sent'])

  const until = new Date(one.ctx.now().getTime() + 120_000)
  await one.db('mails_sent').insert({ job_id: 'job-5', taken_until: until })
  await expect(mailOnce(one.ctx, 'job-5', send('sent'))).rejects.toThrow('Another process')
  one.clock.advance(121_000)
  await mailOnce(one.ctx, 'job-5', send('sent'))
  expect(tries).toHaveLength(3)
})
