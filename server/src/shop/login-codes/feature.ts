import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'login-codes',
    alsoIn: ['server/contract/login-codes.ts', 'web-store/src/features/login-codes', 'e2e/tests/login-codes.spec.ts'],
  },
  tables: {
    login_codes: {
      person: {
        erased: ['email', 'challenge_hash', 'code_hash'],
        statement: 'delete from login_codes where email = :email',
      },
      expires: { column: 'expires_at', days: 1 },
      ownData: {
        title: 'Codes that log in, by email',
        select: 'select created_at, expires_at from login_codes where email = :email order by created_at',
      },
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
  },
})
