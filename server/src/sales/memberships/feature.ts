import { defineFeature } from '../../platform/features/define-feature.ts'
import { LEDGER, SHOP } from '../../platform/features/manifest.sql.ts'
import * as invariants from './memberships.invariants.ts'

const MEMBERS_OF_PERSON = 'select member_id from members where user_id = :id'

export default defineFeature({
  invariants,
  optional: {
    name: 'memberships',
    alsoIn: [
      'server/contract/memberships',
      'server/src/serve/pages/membership',
      'web-store/src/admin/memberships',
      'web-store/src/features/memberships',
      'tools/drill/memberships',
      'e2e/tests/memberships.spec.ts',
    ],
  },
  tables: {
    memberships: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        file: 'memberships.csv',
        about: 'memberships: price, rhythm and courses',
        select: `select membership_id, name, description, course_ids, price_paise, period, cycles, grace_days, state, created_at
      from memberships order by created_at, membership_id`,
      },
    },
    members: {
      stays: 'money',
      person: {
        erased: ['source', 'billing_name', 'billing_address', 'billing_place', 'billing_pin'],
        kept: {
          [LEDGER]: ['user_id', 'billing_state', 'billing_gstin'],
          [SHOP]: [
            'member_id',
            'membership_id',
            'subscription_id',
            'key_id',
            'short_url',
            'gateway_state',
            'end_kind',
            'told',
          ],
        },
        statement: `update members set source = null, billing_name = null, billing_address = null, billing_place = null, billing_pin = null
      where user_id = :id`,
      },
      ownData: {
        title: 'Memberships',
        select: `select s.name, s.price_paise, s.period, m.subscription_id, m.billing_state, m.billing_gstin, m.billing_name, m.billing_address, m.billing_place, m.billing_pin, m.billing_sez, m.gateway_state, m.charge_at as next_debit, m.source as came_from, m.created_at, m.starts_at,
        m.end_wanted_at as cancelled_at, m.ended_at
      from members m join memberships s on s.membership_id = m.membership_id where m.user_id = :id order by m.created_at, m.member_id`,
      },
      archive: {
        file: 'members.csv',
        about: 'who joined which membership, and until when',
        select: `select t.member_id, u.email, t.membership_id, t.subscription_id, t.gateway_state, t.charge_at, t.source as came_from, t.created_at, t.starts_at, t.end_wanted_at, t.cut_at, t.ended_at, t.end_kind
      from members t join users u on u.id = t.user_id order by t.created_at, t.member_id`,
      },
    },
    member_debits: {
      stays: 'money',
      person: { erased: [], kept: { [SHOP]: ['payment_id', 'member_id', 'order_id', 'course_ids'] } },
      ownData: {
        title: 'Debits of your memberships',
        select: `select payment_id, order_id, from_at, to_at, stray from member_debits where member_id in (${MEMBERS_OF_PERSON}) order by from_at, payment_id`,
      },
      archive: {
        file: 'member-debits.csv',
        about: 'the debits of memberships, each with its order and the time that it paid',
        select: `select t.payment_id, t.member_id, t.order_id, t.from_at, t.to_at, t.stray from member_debits t order by t.made_at, t.payment_id`,
      },
    },
  },
})
