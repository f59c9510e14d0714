import { defineFeature } from '../../platform/features/define-feature.ts'

/** The Google sheet of 0.14.0 and before. Nothing writes these tables; 0.17.0 drops them. */
export default defineFeature({
  tables: {
    sheet_config: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    sheet_rows: {
      ownData: {
        title: 'Rows about you in a Google sheet of the shop',
        select: 'select order_id, written_at from sheet_rows where user_id = :id order by row_id',
      },
      archive: { without: 'the program at work' },
    },
  },
})
