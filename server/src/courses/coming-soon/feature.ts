import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'coming-soon',
    alsoIn: [
      'server/contract/coming-soon',
      'server/src/serve/pages/interest.routes.ts',
      'web-store/src/features/coming-soon',
      'web-store/src/admin/coming-soon',
      'e2e/tests/coming-soon.spec.ts',
    ],
  },
  tables: {
    course_interest: {
      stays: 'work',
      person: {
        erased: ['email', 'name', 'language', 'token_hash'],
        kept: { 'a course, without a person': ['course_id'] },
        statement: 'delete from course_interest where email = :email',
      },
      expires: { column: 'expires_at', days: 1 },
      ownData: {
        title: 'Courses you wait for',
        select:
          'select course_id, name, created_at, confirmed_at, notified_at from course_interest where email = :email order by created_at',
      },
      archive: { without: 'addresses for one email of this shop, which ends with it' },
    },
  },
})
