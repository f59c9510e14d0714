import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    day_courses: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'counted again from orders and lessons' },
    },
    day_figures: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'counted again from orders and lessons' },
    },
    day_sources: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'counted again from orders and lessons' },
    },
    stale_days: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'counted again from orders and lessons' },
    },
  },
})
