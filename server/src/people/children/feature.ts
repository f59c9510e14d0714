import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  optional: {
    name: 'children',
    alsoIn: ['server/contract/children', 'web-store/src/features/children', 'e2e/tests/children.spec.ts'],
  },
  tables: {
    ages: {
      expires: {
        without:
          'a parent is forgotten a year after the child turns 18, or 30 days after an email that nobody confirmed',
      },
      ownData: {
        title: 'Age and parent',
        select: `select answered_at, turns_18, parent_name, parent_email, asked_at, confirmed_at from ages where user_id = :id`,
      },
      archive: {
        file: 'children.csv',
        about: 'who is under 18, and the parent who consented',
        select: `select ${WHO}, t.answered_at, t.turns_18, t.parent_name, t.parent_email, t.confirmed_at from ages t ${ACCOUNT}
      where t.turns_18 is not null order by t.user_id`,
      },
    },
  },
})
