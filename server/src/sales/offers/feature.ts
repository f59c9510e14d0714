import { defineFeature } from '../../platform/features/define-feature.ts'
import { COURSE } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    offers: {
      holds: 'the catalogue: texts and files of the shop',
      archive: {
        file: 'offers.csv',
        about: 'offers at checkout and after paying, deleted ones too',
        select: `select t.offer_id, c.name as course, t.price_paise, t.headline, t.body as text, t.place, t.with_courses, t.from_date, t.until_date, t.active,
        t.shown, t.created_at, t.deleted_at, t.course_id
      from offers t ${COURSE} order by t.offer_id`,
      },
    },
  },
})
