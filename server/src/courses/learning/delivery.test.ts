import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { createFileAccess } from './file-access.ts'

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

it('lessons carry their viewer’s email while the shop enables it', async () => {
  const { user, course_id: courseId } = await student()
  const api = server.api(await server.userToken(user))
  const markOf = async () => (await api.learning.getContent({ courseId })).mark
  expect(await markOf()).toBeNull()
  await set({ moving_mark: true })
  expect(await markOf()).toBe(user.email)
  await set({ moving_mark: false })
  expect(await markOf()).toBeNull()
})

describe('a limit on simultaneous devices', () => {
  async function twoDevices() {
    const { user, course_id, lesson_id } = await student()
    const [phone, laptop] = [server.api(await server.userToken(user)), server.api(await server.userToken(user))]
    const beat = { course_id, lesson_id, seconds: 10 }
    server.clock.advance(60_000)
    const sessions = async () => (await laptop.account.sessions()).sessions
    const here = (await sessions()).find(({ current }) => current)?.session_id
    const there = (await sessions()).find(({ current }) => !current)?.session_id
    return { course_id, phone, laptop, beat, here: String(here), there: String(there) }
  }
  const refused = { status: 409, code: 'too_many_devices', message: 'You are watching on 1 other device' }

  it('refuses the beats of one more, counts nothing of them, and names the watching ones', async () => {
    await set({ devices: 1 })
    const { phone, laptop, beat, there } = await twoDevices()
    const before = await phone.learning.progress(beat)
    server.clock.advance(10_000)
    await expect(laptop.learning.progress(beat)).rejects.toMatchObject({
      ...refused,
      data: { devices: [{ session_id: there }] },
    })
    const { hours_spent } = await phone.learning.progress({ ...beat, seconds: 0 })
    expect(hours_spent).toBe(before.hours_spent)
    // Watching devices continue, and any device may complete a lesson.
    await phone.learning.progress(beat)
    await laptop.learning.progress({ ...beat, seconds: 0, completed: true })
    // A device stops watching two minutes after its last beat.
    server.clock.advance(121_000)
    await laptop.learning.progress(beat)
    await set({ devices: 0 })
    await phone.learning.progress(beat)
  })

  it('applies when a film opens: devices without beats share no account', async () => {
    await set({ devices: 1 })
    const { user, course_id, lesson_id } = await student()
    const media = ['video', 'pdf'].map((kind, at) => {
      const media_id = `${at}`.repeat(32)
      const url = `/media/${media_id}/a.${kind === 'pdf' ? 'pdf' : 'mp4'}`
      return { media_id, kind, name: 'a', bytes: 1, sha256: 'f'.repeat(64), paid: true, url }
    })
    await server.db('media').insert(media)
    const [film = '', sheet = ''] = media.map(({ media_id }) => media_id)
    const links = { watch_link: media[0]?.url, download_link: media[1]?.url }
    await server.db('lessons').where({ course_id }).update(links)
    const tokens = [await server.userToken(user), await server.userToken(user), await server.userToken(user)]
    const [one = '', two = '', three = ''] = tokens.map((token) => String(jwt.decode(token, { json: true })?.jti))
    const access = createFileAccess(server.ctx)
    const opens = async (sessionId: string, mediaId: string) =>
      (await access({ audience: 'user', sessionId }, mediaId)) !== undefined
    expect([await opens(one, film), await opens(two, film), await opens(three, film)]).toEqual([true, false, false])
    // A film's segments are requested all the time, and hold the place of its player.
    for (let at = 0; at < 5; at++) {
      server.clock.advance(60_000)
      expect([await opens(one, film), await opens(two, film)]).toEqual([true, false])
    }
    expect([await opens(one, sheet), await opens(two, sheet)]).toEqual([true, false])
    // The student continues on the second device, whose player has the film at once; the first one's ends.
    const second = server.api(tokens[1])
    await expect(second.learning.goOnHere({ stop: [] })).rejects.toMatchObject(refused)
    await second.learning.goOnHere({ stop: [one] })
    server.clock.advance(2_000)
    expect(await opens(two, film)).toBe(true)
    server.clock.advance(30_000)
    expect([await opens(one, film), await opens(two, film)]).toEqual([false, true])
    await expect(server.api(tokens[0]).learning.progress({ course_id, lesson_id, seconds: 10 })).rejects.toMatchObject(
      refused,
    )
    // The place is free two minutes after the last segment.
    server.clock.advance(121_000)
    expect(await opens(three, film)).toBe(true)
    await set({ devices: 0 })
    server.clock.advance(2_000)
    expect([await opens(one, film), await opens(two, film)]).toEqual([true, true])
  })

  it('lets one continue and stops the other, files included, without a logout', async () => {
    await set({ devices: 1 })
    const { course_id, phone, laptop, beat, here, there } = await twoDevices()
    const file = {
      media_id: 'f'.repeat(32),
      kind: 'video',
      name: 'a.mp4',
      bytes: 1,
      sha256: 'f'.repeat(64),
      paid: true,
    }
    await server.db('media').insert({ ...file, url: `/media/${file.media_id}/a.mp4` })
    await server
      .db('lessons')
      .where({ course_id })
      .update({ watch_link: `/media/${file.media_id}/a.mp4` })
    const mayHave = (sessionId: string) => createFileAccess(server.ctx)({ audience: 'user', sessionId }, file.media_id)
    await phone.learning.progress(beat)
    await expect(laptop.learning.progress(beat)).rejects.toMatchObject(refused)
    expect(await mayHave(there)).toBeDefined()
    expect(await mayHave(here)).toBeUndefined()
    await expect(laptop.learning.goOnHere({ stop: [] })).rejects.toMatchObject(refused)

    await laptop.learning.goOnHere({ stop: [there] })
    await laptop.learning.progress(beat)
    await expect(phone.learning.progress(beat)).rejects.toMatchObject(refused)
    expect(await mayHave(here)).toBeDefined()
    expect(await mayHave(there)).toBeUndefined()
    expect((await phone.learning.getContent({ courseId: course_id })).content).toHaveLength(1)

    // Another student's devices cannot be stopped.
    const other = server.api(await server.userToken(await buildUser(server.db)))
    await other.learning.goOnHere({ stop: [here] })
    const device = await server.db('watching_devices').where({ session_id: here }).first('stopped_at')
    expect(device).toEqual({ stopped_at: null })
    await laptop.learning.progress(beat)
    await set({ devices: 0 })
  })
})
