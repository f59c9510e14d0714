import { defineFeature } from '../../platform/features/define-feature.ts'
import { ORDERS_OF_PERSON } from '../../platform/features/manifest.sql.ts'

/** Fields of the activity log with a person's own words. */
const WORDS = `'{name,email,phone,reason,note,answer}'::text[]`

export default defineFeature({
  tables: {
    activity: {
      stays: 'log',
      person: {
        erased: ['target_name', 'before', 'after', 'salt'],
        kept: {
          'who did what, without whom it was done to': ['admin_email', 'admin_role', 'call', 'kind', 'target_id'],
          'the chain: without its salt a digest tells nothing': ['details_hash', 'previous_hash', 'hash'],
        },
        statement: `update activity set salt = null,
        target_name = case when kind = 'user' then :nobody else target_name end,
        before = before - ${WORDS}, after = after - ${WORDS}
      where (kind = 'user' and target_id = :user_id) or (kind = 'order' and target_id in (${ORDERS_OF_PERSON}))`,
      },
      ownData: {
        title: 'What our team did with your account and orders',
        select: `select created_at, call, kind, target_id from activity
      where (kind = 'user' and target_id = :userId) or (kind = 'order' and target_id in (${ORDERS_OF_PERSON})) order by id`,
      },
      archive: {
        file: 'activity.csv',
        about: 'what your team did in the console',
        select: `select created_at, admin_email, admin_role, call, kind, target_id, target_name, before, after from activity order by id`,
      },
    },
    activity_chain: {
      holds: 'the admins themselves and how they sign in',
      archive: { without: 'the proof that the activity log of this shop was not changed' },
    },
  },
})
