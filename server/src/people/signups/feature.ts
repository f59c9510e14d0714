import { SIGNUP_DAYS } from 'contract/pages/signups'
import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    page_signups: {
      person: {
        erased: ['email', 'name', 'language', 'token_hash'],
        statement: 'delete from page_signups where email = :email',
      },
      expires: { column: 'created_at', days: SIGNUP_DAYS },
      ownData: { without: 'a wish that is not confirmed, of at most 7 days' },
      archive: { without: 'wishes that nobody confirmed yet' },
    },
  },
})
