import { expect, test } from 'vitest'
import { disputeText } from './OrderDisputes.tsx'

const of = (phase: string | null, reason_code: string | null) => disputeText({ opened_at: null, phase, reason_code })

test('a dispute reads in plain words, and by its codes where none are known', () => {
  expect(
    disputeText({
      opened_at: '2026-11-03T06:00:00.000Z',
      phase: 'pre_arbitration',
      reason_code: 'goods_or_services_not_received_or_partially_received',
    }),
  ).toBe(
    'Opened on 3 Nov 2026. You won, and the buyer’s bank questions it again (pre-arbitration). ' +
      'The buyer says that what they paid for did not come, or only a part of it.',
  )
  expect(of('chargeback', 'chargeback')).toBe('The buyer’s bank wants the money back (chargeback).')
  expect(of('second_look', 'code_10_4')).toBe('Phase: second_look. Reason code: code_10_4.')
  expect(of(null, null)).toBe('')
})
