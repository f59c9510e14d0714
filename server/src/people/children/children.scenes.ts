import type { FeatureScenes } from '../../../test/feature-scenes.ts'
import { buildUser } from '../../../test/people-factories.ts'

export const scenes: FeatureScenes['scenes'] = (at) => ({
  'children.forget': async () => {
    const { db, ctx } = at.server
    const child = await buildUser(db)
    await db('ages').insert({ user_id: child.id, answered_at: ctx.now() })
    const target = { kind: 'user', target_id: child.user_id, target_name: child.name }
    return { path: `/admin/children/${child.user_id}`, expected: target }
  },
})

/** An answer is stored once, and that of a child names a later month. */
export const unreached = ['children.answer']

export const round: FeatureScenes['round'] = async ({ server, other }) => {
  await server.db('ages').insert({ user_id: other.id, answered_at: server.ctx.now() }).onConflict('user_id').ignore()
  return {
    'children.answer': { adult: ['yes', 'no'], turns_18: ['2028-04'] },
    'children.forget': { user_id: [other.user_id] },
  }
}
