import { defineFeature } from '../../platform/features/define-feature.ts'

const SECRETS = 'secrets of this shop: logins, keys and second factors are made anew'

export default defineFeature({
  optional: {
    name: 'doors',
    alsoIn: [
      'server/contract/api-keys.ts',
      'web-store/src/admin/developers',
      'e2e/tests/api-keys.spec.ts',
      'server/src/serve/mcp',
      'tools/api-client',
      'docs/developers.md',
    ],
  },
  tables: {
    api_keys: { holds: 'keys of programs, hashed, and which owner made them', archive: { without: SECRETS } },
    api_key_posts: {
      stays: 'guards',
      person: {
        erased: [],
        kept: {
          'the answer to a program, for a day': ['key_id', 'path', 'idempotency_key', 'request_hash', 'answer'],
        },
      },
      expires: { column: 'begun_at', days: 1 },
      ownData: { without: 'work on its way, which ends as something listed' },
      archive: { without: 'the program at work' },
    },
  },
})
