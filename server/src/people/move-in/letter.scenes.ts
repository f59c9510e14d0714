import { buildCourse } from '../../../test/catalogue-factories.ts'
import type { FeatureScenes } from '../../../test/feature-scenes.ts'
import { buildAdmin, buildUser } from '../../../test/people-factories.ts'
import { insertLetter } from '../letters/letters.queries.ts'

export const scenes: FeatureScenes['scenes'] = (at) => {
  /** Plans a list of one student. */
  async function plannedMove(name: string): Promise<{ move_id: string }> {
    const api = at.server.api(at.token)
    const { course_id } = await buildCourse(at.server.db)
    const { move_id } = await api.moveIn.start({ file: new File(['Email\nmoved@example.com\n'], name) })
    const columns = { Email: 'email' }
    await api.moveIn.plan({ move_id, kind: 'students', columns, course_ids: [course_id], mail: false })
    return { move_id }
  }

  async function buildLetter() {
    const { id } = await at.server.db('admins').first('id')
    const segment = { all: [] }
    const letter = { name: 'Moved', subject: 'Moved', blocks: [{ text: 'Hello' }], segment, channel: 'email' as const }
    return insertLetter(at.server.db, { letter, madeBy: id, now: at.server.ctx.now() })
  }

  return {
    'moveIn.testLetter': async () => {
      const { move_id } = await plannedMove('test.csv')
      return {
        path: `/admin/move_in/${move_id}/letter/test`,
        body: { subject: 'Moved', text: 'Hello', to: (await buildAdmin(at.server.db)).email },
        expected: { kind: 'user', target_name: 'test.csv', after: { letter: 'Moved' } },
      }
    },
    'moveIn.sendLetter': async () => {
      const { move_id } = await plannedMove('letter.csv')
      const { id: user_id } = await buildUser(at.server.db)
      await at.server.db('move_people').insert({ move_id, user_id, made: true })
      return {
        path: `/admin/move_in/${move_id}/letter/send`,
        body: { subject: 'Moved', text: 'Hello' },
        expected: { kind: 'user', target_name: 'letter.csv', after: { letter: 'Moved', students: 1 } },
      }
    },
    'moveIn.stopLetter': async () => {
      const { move_id } = await plannedMove('halt.csv')
      const id = await buildLetter()
      await at.server
        .db('letters')
        .where({ letter_id: id })
        .update({ move_id, status: 'scheduled', send_at: '2100-01-01' })
      return {
        path: `/admin/move_in/${move_id}/letter/stop`,
        body: {},
        expected: { kind: 'user', target_name: 'halt.csv', after: { students: 0 } },
      }
    },
  }
}

export const unreached = ['moveIn.sendLetter']
