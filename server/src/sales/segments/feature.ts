import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    segments: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        file: 'segments.csv',
        about: 'saved segments of students with their rules',
        select: 'select name, segment, created_at, segment_id from segments order by segment_id',
      },
    },
  },
})
