import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: { name: 'backups', alsoIn: ['server/contract/backups.ts', 'web-store/src/admin/backups'] },
  tables: {
    backup_plan: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
