import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, COURSE, LEDGER, SHOP, WHO } from '../../platform/features/manifest.sql.ts'
import * as invariants from './workshops.invariants.ts'

export default defineFeature({
  invariants,
  optional: {
    name: 'workshops',
    alsoIn: [
      'server/contract/workshops',
      'web-store/src/admin/workshops',
      'web-store/src/features/workshops',
      'e2e/tests/workshops.spec.ts',
    ],
  },
  tables: {
    course_runs: {
      holds: 'the catalogue: texts and files of the shop',
      archive: {
        file: 'workshop-dates.csv',
        about: 'the dates of workshops',
        select: `select t.run_id, c.name as course, t.starts_at, t.ends_at, t.seats, t.sells_until, t.replay_days, t.group_url, t.cancelled_at, t.course_id
      from course_runs t ${COURSE} order by t.starts_at, t.run_id`,
      },
    },
    run_seats: {
      stays: 'money',
      person: {
        erased: ['network'],
        kept: { [LEDGER]: ['user_id'], [SHOP]: ['order_id', 'run_id', 'course_id', 'chosen'] },
        statement: 'update run_seats set network = null where user_id = :id',
      },
      ownData: {
        title: 'Seats in workshops',
        select: `select s.order_id, s.run_id, s.course_id, r.starts_at, r.ends_at, s.held_until, s.taken_at, s.moved, s.chosen
      from run_seats s join course_runs r on r.run_id = s.run_id where s.user_id = :id order by r.starts_at, s.order_id`,
      },
      archive: {
        file: 'workshop-seats.csv',
        about: 'who has a seat of which date, and by which order',
        select: `select ${WHO}, t.order_id, t.run_id, t.taken_at, t.moved, t.chosen, t.course_id
      from run_seats t ${ACCOUNT} where t.taken_at is not null order by t.taken_at, t.order_id`,
      },
    },
  },
})
