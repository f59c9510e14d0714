import { defineFeature } from '../../platform/features/define-feature.ts'
import { LEDGER, SHOP } from '../../platform/features/manifest.sql.ts'
import * as invariants from './parts.invariants.ts'

/** The plans of a person who is erased, or whose data are read. */
const PLANS_OF_PERSON = 'select plan_id from plans where user_id = :id'

export default defineFeature({
  invariants,
  optional: {
    name: 'parts',
    alsoIn: [
      'server/contract/parts',
      'web-store/src/admin/parts',
      'web-store/src/features/parts',
      'e2e/tests/parts.spec.ts',
      'server/test/plan-year.ts',
    ],
  },
  tables: {
    plans: {
      stays: 'money',
      person: {
        erased: [],
        kept: { [LEDGER]: ['user_id'], [SHOP]: ['plan_id', 'course_id', 'course_name', 'access_period', 'end_kind'] },
      },
      ownData: {
        title: 'Plans of parts',
        select: `select plan_id, course_name, every_days, grace_days, created_at, started_at, ended_at from plans where user_id = :id order by created_at`,
      },
      archive: {
        file: 'plans.csv',
        about: 'who pays a course in parts',
        select: `select t.plan_id, u.email, t.course_name as course, t.every_days, t.grace_days, t.access_period, t.created_at, t.started_at,
        t.ended_at, t.end_kind, t.course_id
      from plans t join users u on u.id = t.user_id order by t.created_at, t.plan_id`,
      },
    },
    plan_parts: {
      stays: 'money',
      person: { erased: [], kept: { [SHOP]: ['plan_id', 'paid_order_id'] } },
      ownData: {
        title: 'Parts of your plans',
        select: `select plan_id, part, amount_paise, due_on::text as due_on, paid_order_id, paid_at, wished_on::text as wished_on, before_at, day_at, late_at, reminded_at
      from plan_parts where plan_id in (${PLANS_OF_PERSON}) order by plan_id, part`,
      },
      archive: {
        file: 'plan-parts.csv',
        about: 'each part of those plans, with its day and the order that paid it',
        select: `select t.plan_id, t.part, t.amount_paise, t.due_on::text as due_on, t.paid_order_id, t.paid_at, t.wished_on::text as wished_on
      from plan_parts t order by t.plan_id, t.part`,
      },
    },
    plan_orders: {
      stays: 'money',
      person: { erased: [], kept: { [SHOP]: ['order_id', 'plan_id'] } },
      ownData: { without: 'the orders themselves are listed, and each part names the order that paid it' },
      archive: {
        file: 'plan-orders.csv',
        about: 'which order was made for which part',
        select: 'select order_id, plan_id, part from plan_orders order by plan_id, part, order_id',
      },
    },
  },
})
