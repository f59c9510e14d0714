import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const scenes: FeatureScenes['scenes'] = (at) => {
  return {
    'backups.setPlan': async () => {
      const [folder = ''] = at.server.ctx.config.backupFolders
      return {
        path: '/admin/backups',
        body: { plan: { folder, keep: 7 } },
        expected: { kind: 'settings', target_id: 'backups', before: { folder: null, keep: null }, after: { keep: 7 } },
      }
    },
  }
}
