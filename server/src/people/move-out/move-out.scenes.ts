import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const scenes: FeatureScenes['scenes'] = (at) => {
  return {
    'moveOut.begin': async () => ({ path: '/admin/move_out', expected: { kind: 'settings', target_id: 'move_out' } }),
    'moveOut.link': async () => {
      await at.server
        .db('move_outs')
        .update({ state: 'ready', bytes: 1, expires_at: new Date(Date.now() + 86_400_000) })
      return { path: '/admin/move_out/link', expected: { kind: 'settings', target_id: 'move_out' } }
    },
    'moveOut.remove': async () => ({ path: '/admin/move_out', expected: { kind: 'settings', target_id: 'move_out' } }),
  }
}

// The download needs an archive.
export const unreached = ['moveOut.link']
