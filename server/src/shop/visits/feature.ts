import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    page_views: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        file: 'visits.csv',
        about: 'page views of the store, by day',
        select: 'select day, views from page_views order by day',
      },
    },
    visit_steps: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        file: 'sources.csv',
        about: 'steps of visits by day and by the link that led to them',
        select:
          'select day, touch, by, source, key, visits, course_views, carts, checkouts from visit_steps order by day, touch, by, source, key',
      },
    },
  },
})
