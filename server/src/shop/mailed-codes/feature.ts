import { defineFeature } from '../../platform/features/define-feature.ts'
import { SHOP } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    login_codes: {
      person: {
        erased: ['email', 'challenge_hash', 'code_hash'],
        kept: { [SHOP]: ['purpose'] },
        statement: 'delete from login_codes where email = :email',
        typedAlone: true,
      },
      expires: { column: 'expires_at', days: 1 },
      ownData: {
        title: 'Codes by email',
        select: 'select purpose, created_at, expires_at from login_codes where email = :email order by created_at',
      },
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
  },
})
