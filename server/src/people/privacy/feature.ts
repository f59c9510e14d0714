import { defineFeature } from '../../platform/features/define-feature.ts'

const DATES = 'the law expects a register of requests; their dates and outcomes name nobody'

export default defineFeature({
  optional: {
    name: 'privacy',
    alsoIn: [
      'server/contract/privacy',
      'server/src/serve/registers',
      'server/src/shop/consents/consents.registers.ts',
      'server/src/shop/users/hidden.queries.ts',
      'web-store/src/admin/privacy',
      'web-store/src/features/privacy',
      'web-store/src/shared/privacy/kind-icons.ts',
      'e2e/tests/privacy.spec.ts',
    ],
  },
  tables: {
    privacy_requests: {
      person: {
        erased: ['email', 'name', 'nominee_of', 'note', 'new_name', 'answer', 'back_hash', 'file_hash'],
        kept: { [DATES]: ['user_id', 'kind', 'status', 'answered_by', 'language'] },
        statement: `update privacy_requests set email = null, name = null, nominee_of = null, note = null, new_name = null, answer = null,
      back_hash = null, file_hash = null, file_ends_at = null, erase_at = null,
      status = case when status = 'hidden' then 'done' when status = 'open' then 'ended' else status end,
      answered_at = case when status = 'hidden' then coalesce(answered_at, :now) else answered_at end
      where user_id = :id or email = :email or nominee_of = :email`,
      },
      // Registers stay for seven years.
      expires: { column: 'created_at', days: 7 * 365 },
      ownData: {
        title: 'Requests about your data',
        select: `select kind, status, note, new_name, nominee_of, answer, created_at, due_on, answered_at
      from privacy_requests where user_id = :id or email = :email order by request_id`,
      },
      archive: {
        file: 'privacy-requests.csv',
        about: 'requests of people about their own data',
        select: `select year, number, kind, status, email, name, nominee_of, note, new_name, answer, answered_by, answered_at, created_at,
      due_on, law_due_on from privacy_requests order by request_id`,
      },
    },
    privacy_nominees: {
      ownData: {
        title: 'Who may ask for you',
        select: 'select name, email, relation, named_at from privacy_nominees where user_id = :id',
      },
      archive: {
        file: 'privacy-nominees.csv',
        about: 'who may make requests for a student',
        select: `select u.email, u.name, t.name as nominee, t.email as nominee_email, t.relation, t.named_at
      from privacy_nominees t join users u on u.id = t.user_id and u.deleted_at is null order by t.user_id`,
      },
    },
  },
})
