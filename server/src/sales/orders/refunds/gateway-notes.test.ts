import { expect, test } from 'vitest'
import { fc } from '../../../../test/fast-check.ts'
import { paidShop } from '../../../../test/paid-shop.ts'
import { notesOf, readNotes } from './gateway-notes.ts'

const { gateway, one, hear, bought } = await paidShop()

const lines = [
  { course_id: 'reels', bundle_id: null },
  { course_id: 'canva', bundle_id: 'both' },
  { course_id: 'hooks', bundle_id: 'both' },
]
const seats = fc.uniqueArray(
  fc.oneof(
    fc.record({ course_id: fc.constantFrom('reels', 'canva', 'hooks'), seat: fc.constant(0) }),
    fc.record({ course_id: fc.constantFrom('reels', 'both'), seat: fc.integer({ min: 1, max: 60 }) }),
  ),
  { selector: ({ course_id, seat }) => `${course_id} ${seat}` },
)
const split = fc.array(fc.record({ paise: fc.nat(9_999_999_99), seats: fc.nat(60) }), { minLength: 3, maxLength: 4 })
const row = {
  refund_id: 'rf_1',
  order_id: 'ord_1',
  payment_id: 'pay_1',
  amount_paise: 1,
  status: 'requested' as const,
  gateway_refund_id: null,
  channel: 'gateway' as const,
  reference: null,
  sent_on: null,
  idempotency_key: null,
  admin_id: null,
  claimed_until: null,
  sends: 0,
  created_at: '',
  updated_at: '',
}

test('the notes of a refund are read back as its seats, lines, reason and decision', () => {
  fc.assert(
    fc.property(
      fc.record({
        origin: fc.constantFrom('admin' as const, 'duplicate_payment' as const),
        reason: fc.option(fc.string({ minLength: 1, maxLength: 200 }), { nil: null }),
        redeemed: fc.constantFrom('keep' as const, 'take' as const, null),
        lines: fc.option(split, { nil: null }),
        seats,
      }),
      ({ seats: picked, ...facts }) => {
        const notes = notesOf({ ...row, ...facts }, picked, lines)
        expect(Object.keys(notes).length).toBeLessThanOrEqual(15)
        for (const value of Object.values(notes)) expect(value.length).toBeLessThanOrEqual(256)
        const read = readNotes(notes, lines)
        expect(new Set(read?.seats.map(({ course_id, seat }) => `${course_id} ${seat}`))).toEqual(
          new Set(picked.map(({ course_id, seat }) => `${course_id} ${seat}`)),
        )
        expect({ ...read, seats: null }).toEqual({ ...facts, seats: null })
      },
    ),
  )
})

test('a split that the notes have no room for is left out, and foreign notes are none', () => {
  const many = Array.from({ length: 900 }, () => ({ paise: 99_999_99, seats: 1 }))
  const facts = { origin: 'admin' as const, reason: null, redeemed: null }
  const notes = notesOf({ ...row, ...facts, lines: many }, [{ course_id: 'hooks', seat: 0 }], lines)
  expect(Object.keys(notes).length).toBeLessThanOrEqual(15)
  expect(readNotes(notes, lines)).toEqual({ ...facts, lines: null, seats: [{ course_id: 'hooks', seat: 0 }] })
  expect(readNotes({ parts_1: '1;0.0;' }, lines)).toBeUndefined()
  expect(readNotes({ origin: 'admin', parts_1: '1;9.0,x;3:9.zz.1' }, lines)).toMatchObject({ seats: [] })
})

test('a refund of a seat after the backup has its seat, its lines and its reason again after a restore', async () => {
  const { refund, order_id, course, paid, enrolments } = await bought()
  const payment = await paid()
  await refund({ seats: [{ course_id: course.course_id, seat: 0 }], reason: 'Wrong course' })
  const tables = () => Promise.all([one.db('refunds').where({ order_id }), one.db('refund_seats').orderBy('refund_id')])
  const [[before], seatsBefore] = await tables()
  expect(before).toMatchObject({ status: 'processed', lines: [{ paise: 49_900, seats: 1 }] })
  // The backup is of before the refund.
  const refund_id = before?.refund_id
  await one.db.transaction(async (trx) => {
    // The trigger is off, for it refuses the deletion of issued documents.
    await trx.raw('set local session_replication_role = replica')
    await trx('documents').where({ refund_id }).delete()
    await trx('refund_seats').where({ refund_id }).delete()
    await trx('refunds').where({ order_id }).delete()
  })
  await one.db('enrolments').where({ order_id }).update({ revoked_at: null })
  await one.db('orders').where({ order_id }).update({ status: 'paid' })
  const made = gateway.refunds.find((entry) => entry.payment_id === payment.id) ?? {}
  await hear('refund.processed', { refund: made, payment })
  const [[after], seatsAfter] = await tables()
  const own = ({
    admin_id: _,
    claimed_until: _c,
    sends: _s,
    created_at: _m,
    updated_at: _u,
    ...rest
  }: Record<string, unknown>) => rest
  expect(own(after)).toEqual(own(before))
  expect(seatsAfter).toEqual(seatsBefore)
  expect(await enrolments()).toEqual([])
})
