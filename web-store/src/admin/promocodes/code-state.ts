import { startInstant } from 'contract/expiry'
import type { Promocode } from 'contract/promocodes'
import { dateText, rupeesText, shortRupees } from '../../ui/format.ts'

type Counts = Pick<Promocode, 'uses' | 'reserved' | 'max_uses' | 'revenue'>
type State = Pick<
  Promocode,
  'uses' | 'reserved' | 'max_uses' | 'start_date' | 'paused' | 'listed' | 'minimum_order' | 'first_purchase'
>

/** How often a code was used, and what it brought. */
export function usesText({ uses, reserved, max_uses, revenue }: Counts): string[] {
  return [
    max_uses === null ? `${uses} used` : `${uses} of ${max_uses} used`,
    ...(uses > 0 ? [`${rupeesText(revenue)} earned`] : []),
    ...(max_uses !== null && reserved > 0 ? [`${reserved} in unpaid orders`] : []),
  ]
}

/** What keeps buyers, or some of them, from using a code or from seeing it; its last day is told apart from these. */
export function stateMarks(code: State, now: number): { label: string; palette?: 'danger' | 'buy' }[] {
  const { uses, reserved, max_uses, start_date, paused, listed, minimum_order, first_purchase } = code
  const begins = start_date === null ? 0 : (startInstant(start_date) ?? 0)
  return [
    ...(max_uses !== null && uses + reserved >= max_uses ? [{ label: 'Used up', palette: 'danger' as const }] : []),
    ...(begins > now ? [{ label: `Starts ${dateText(begins)}`, palette: 'buy' as const }] : []),
    ...(paused ? [{ label: 'Paused', palette: 'buy' as const }] : []),
    ...(listed ? [] : [{ label: 'Not shown' }]),
    ...(minimum_order === null ? [] : [{ label: `From ${shortRupees(minimum_order)}` }]),
    ...(first_purchase ? [{ label: 'First purchase' }] : []),
  ]
}
