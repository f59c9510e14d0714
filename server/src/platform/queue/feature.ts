import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    'pgboss.job_common': {
      stays: 'guards',
      person: {
        erased: ['data'],
        kept: {
          'names and settings of the queue': [
            'name',
            'group_id',
            'group_tier',
            'source_name',
            'dead_letter',
            'policy',
            'singleton_key',
          ],
          'what a job said of its end: errors, which name nobody': ['output', 'source_output'],
        },
        statement: `delete from pgboss.job where data->>'email' = :email or data->>'old_email' = :email
      or data->>'phone_key' = :phone_key`,
      },
      ownData: { without: 'work on its way, which ends as something listed' },
      archive: { without: 'the program at work' },
    },
  },
})
