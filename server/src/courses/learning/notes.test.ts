import { MAX_NOTE } from 'contract/limits'
import { MAX_NOTES } from 'contract/notes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

async function student() {
  const user = await buildUser(server.db)
  const { course_id } = await buildEnrolment(server.db, { user_id: user.id })
  const { lesson_id } = await buildLesson(server.db, { course_id })
  const { notes } = server.api(await server.userToken(user))
  const write = (text: string, more: { key?: string; second?: number | null } = {}) =>
    notes.add({ course_id, lesson_id, second: 12.5, key: `key of ${text}`.slice(0, 64), text, ...more })
  const all = async () => (await notes.list({ courseId: course_id })).notes
  return { user, course_id, lesson_id, notes, write, all }
}

describe('a note', () => {
  it('carries its second, which orders it among the others of its lesson', async () => {
    const { write, all, lesson_id } = await student()
    await write('without a second', { second: null })
    await write('later', { second: 754 })
    await write('  earlier  ', { second: 47.3 })
    expect((await all()).map(({ second, text }) => [second, text])).toEqual([
      [47.3, 'earlier'],
      [754, 'later'],
      [null, 'without a second'],
    ])
    expect((await all())[0]).toMatchObject({ lesson_id, version: 1 })
  })

  it('counts once, however often it is sent, with the newest words', async () => {
    const { write, all, notes } = await student()
    const sent = await Promise.all([1, 2, 3].map(() => write('Two lines', { key: 'the same one' })))
    expect(new Set(sent.map(({ note_id }) => note_id)).size).toBe(1)
    await write('Two lines at most', { key: 'the same one' })
    expect(await all()).toMatchObject([{ text: 'Two lines at most', version: 2 }])
    // A late repeat does not revert a later change.
    const id = (await all())[0]?.note_id ?? ''
    await notes.change({ params: { id }, body: { text: 'Mine', version: 2 } })
    await write('Two lines', { key: 'the same one' })
    expect(await all()).toMatchObject([{ text: 'Mine', version: 3 }])
  })

  it('changes only from its last words, and another tab cannot revert it', async () => {
    const { write, all, notes } = await student()
    const { note_id: id } = await write('first')
    const change = (text: string, version: number) => notes.change({ params: { id }, body: { text, version } })
    expect(await change('second', 1)).toMatchObject({ text: 'second', version: 2 })
    // The answer was lost, and the change sent again.
    expect(await change('second', 1)).toMatchObject({ version: 2 })
    await expect(change('other tab', 1)).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
    expect(await all()).toMatchObject([{ text: 'second' }])
  })

  it('accepts its deletion twice', async () => {
    const { write, all, notes } = await student()
    const { note_id: id } = await write('gone')
    await notes.remove({ id })
    await notes.remove({ id })
    expect(await all()).toEqual([])
  })

  it('belongs to its writer alone', async () => {
    const { write, course_id, lesson_id, all } = await student()
    const { note_id: id } = await write('mine')
    const other = await student()
    expect((await other.notes.list({ courseId: course_id })).notes).toEqual([])
    await expect(other.notes.change({ params: { id }, body: { text: 'x', version: 1 } })).rejects.toMatchObject({
      status: 404,
    })
    await other.notes.remove({ id })
    expect(await all()).toHaveLength(1)
    const add = other.notes.add({ course_id, lesson_id, second: 1, text: 'x', key: 'a stranger' })
    await expect(add).rejects.toMatchObject({ status: 403 })
  })

  it('goes with the account', async () => {
    const { write, user } = await student()
    await write('private')
    const token = await server.adminToken()
    await server.api(token).users.delete({ params: { id: user.user_id } })
    expect(await server.db('lesson_notes').where({ user_id: user.id })).toEqual([])
  })

  it('obeys bounds of length and number', async () => {
    const { write, user, course_id, lesson_id } = await student()
    await expect(write('x'.repeat(MAX_NOTE + 1), { key: 'long enough' })).rejects.toMatchObject({ status: 422 })
    await expect(write('   ', { key: 'long enough' })).rejects.toMatchObject({ status: 422 })
    const now = new Date()
    const row = { user_id: user.id, course_id, lesson_id, text: 'x', created_at: now, updated_at: now }
    const rows = Array.from({ length: MAX_NOTES - 1 }, (_, at) => ({ ...row, key: `filled ${at}` }))
    await server.db.batchInsert('lesson_notes', rows)
    await write('the last one')
    await expect(write('one too many')).rejects.toMatchObject({ status: 409 })
    await write('the last one, again', { key: 'key of the last one' })
  })
})
