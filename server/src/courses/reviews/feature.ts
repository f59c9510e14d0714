import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, COURSE, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    reviews: {
      ownData: {
        title: 'Your reviews',
        select: `select course_id, stars, text, shown_name, created_at, updated_at, reply, replied_at, hidden_reason
      from reviews where user_id = :id order by created_at`,
      },
      archive: {
        file: 'reviews.csv',
        about: 'reviews of courses, and your replies',
        select: `select ${WHO}, c.name as course, t.stars, t.text, t.shown_name, t.created_at, t.updated_at, t.reply, t.replied_at,
        t.hidden_reason, t.course_id
      from reviews t ${ACCOUNT} ${COURSE} order by t.review_id`,
      },
    },
  },
})
