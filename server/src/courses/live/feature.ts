import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, COURSE, LESSON, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  optional: {
    name: 'live',
    alsoIn: [
      'server/contract/live.ts',
      'web-store/src/admin/live',
      'web-store/src/features/live',
      'server/src/serve/reports/course-figures/learning-recount.test.ts',
      'server/test/learning-recount.ts',
      'server/test/live-recount.ts',
      'e2e/tests/admin-live.spec.ts',
    ],
  },
  tables: {
    live_lessons: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'courses/' },
    },
    live_joins: {
      ownData: {
        title: 'Live lessons you joined',
        select: 'select course_id, lesson_id, joined_at from live_joins where user_id = :id order by joined_at',
      },
      archive: {
        file: 'live-joins.csv',
        about: 'who joined which live lesson',
        select: `select ${WHO}, c.name as course, l.title as lesson, t.joined_at, t.lesson_id, t.course_id
      from live_joins t ${ACCOUNT} ${COURSE} ${LESSON} order by t.joined_at, t.user_id`,
      },
    },
    live_letters: {
      ownData: {
        title: 'Mails about live lessons to you',
        select: 'select lesson_id, kind, told_at from live_letters where user_id = :id order by told_at',
      },
      archive: { without: 'the program at work' },
    },
  },
})
