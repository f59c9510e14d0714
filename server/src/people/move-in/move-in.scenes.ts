import { buildCourse } from '../../../test/catalogue-factories.ts'
import type { FeatureScenes } from '../../../test/feature-scenes.ts'

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

  return {
    'moveIn.run': async () => {
      const { move_id } = await plannedMove('run.csv')
      return {
        path: `/admin/move_in/${move_id}/run`,
        body: {},
        expected: {
          kind: 'user',
          target_id: null,
          target_name: 'run.csv',
          after: { moved: 'students', rows: 1, taken: 1, mail: false },
        },
      }
    },
    'moveIn.stop': async () => {
      const { move_id } = await plannedMove('stop.csv')
      await at.server.db('moves').where({ move_id }).update({ status: 'running' })
      return {
        path: `/admin/move_in/${move_id}/stop`,
        body: {},
        expected: { kind: 'other', target_id: move_id, target_name: 'stop.csv', after: { done: 0 } },
      }
    },
    'moveIn.discard': async () => {
      const { move_id } = await plannedMove('discard.csv')
      return {
        path: `/admin/move_in/${move_id}`,
        expected: { kind: 'other', target_id: move_id, target_name: 'discard.csv', before: { rows: 1 } },
      }
    },
    'moveIn.undo': async () => {
      const { move_id } = await plannedMove('undo.csv')
      await at.server.db('moves').where({ move_id }).update({ status: 'done', finished_at: new Date() })
      return {
        path: `/admin/move_in/${move_id}/undo`,
        body: {},
        expected: {
          kind: 'user',
          target_name: 'undo.csv',
          before: { people: 0, courses: 0, accounts: 0, orders: 0, kept: 0 },
        },
      }
    },
  }
}

export const elsewhere = ['moveIn.start', 'moveIn.readAgain', 'moveIn.plan', 'moveIn.previewLetter']

export const round: FeatureScenes['round'] = async ({ owner, other }) => {
  const start = async () => (await owner.moveIn.start({ text: 'Email\nasha@example.com' })).move_id
  const moved = { move_id: [await start()] }
  const names = ['get', 'lines', 'stop', 'skipped', 'draft', 'getLetter', 'people', 'stopLetter', 'previewLetter']
  return {
    'moveIn.discard': { move_id: [await start(), await start()] },
    'moveIn.readAgain': { ...moved, head_row: [1] },
    'moveIn.testLetter': { ...moved, to: [other.email] },
    ...Object.fromEntries(names.map((name) => [`moveIn.${name}`, moved])),
  }
}

// These calls need a mapping of columns, a plan, and a move that is done.
export const unreached = ['moveIn.plan', 'moveIn.run', 'moveIn.undo']

export const ungenerated = ['moveIn.start']

export const may: FeatureScenes['may'] = { editor: /^moveIn\.(?!people$|\w*Letter$)/, support: /^moveIn\./ }
