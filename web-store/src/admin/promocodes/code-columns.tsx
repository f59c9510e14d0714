import { expiryInstant, isExpired, startInstant } from 'contract/expiry'
import type { Promocode } from 'contract/promocodes'
import { reductionText } from '../../shared/cart/promocode-check.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText, shortRupees } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import type { Column } from '../lists/column.ts'

const Code = chakra('span', {
  base: {
    display: 'inline-block',
    border: '1.5px dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l1',
    px: '9px',
    py: '1',
    fontWeight: '550',
    letterSpacing: '.02em',
    overflowWrap: 'anywhere',
    '&[data-expired]': { color: 'fg.subtle', textDecoration: 'line-through' },
  },
})

/** Shows the discount of a code, its courses and its expiry. */
export const termsColumns: Column<Promocode>[] = [
  {
    head: 'Code',
    sort: 'promocode',
    lead: true,
    cell: (code) => (
      <chakra.div display="grid" gap="1" justifyItems="start">
        <Code data-expired={isExpired(code.expiry_date, shopNow()) || undefined}>{code.promocode}</Code>
        <chakra.span
          textStyle="sm"
          color="fg.muted"
          display="inline-flex"
          flexWrap="wrap"
          gap="1.5"
          alignItems="center"
        >
          <span>{usesText(code).join(', ')}</span>
          {stateMarks(code, shopNow().getTime()).map(({ label, palette }) => (
            <Tag key={label} coloured={palette !== undefined} colorPalette={palette}>
              {label}
            </Tag>
          ))}
        </chakra.span>
      </chakra.div>
    ),
  },
  { head: 'Discount', numeric: true, label: 'Discount', cell: reductionText },
  { head: 'Scope', cell: ({ scope }) => <chakra.span overflowWrap="anywhere">{scope}</chakra.span> },
  {
    head: 'Expires',
    sort: 'expiry_date',
    orders: ['soonest first', 'latest first'],
    label: 'Expires',
    cell: ({ expiry_date }) => (
      <chakra.span display="inline-flex" flexWrap="wrap" gap="2" alignItems="center" whiteSpace="nowrap">
        {dateText(expiryInstant(expiry_date) ?? 0)}
        {isExpired(expiry_date, shopNow()) && (
          <Tag coloured colorPalette="danger">
            Expired
          </Tag>
        )}
      </chakra.span>
    ),
  },
]

type Counts = Pick<Promocode, 'uses' | 'reserved' | 'max_uses' | 'revenue'>
type State = Pick<
  Promocode,
  | 'uses'
  | 'reserved'
  | 'max_uses'
  | 'start_date'
  | 'paused'
  | 'listed'
  | 'max_discount'
  | 'minimum_order'
  | 'first_purchase'
  | 'segment'
>

/** Counts the uses of a code, and its revenue. */
export function usesText({ uses, reserved, max_uses, revenue }: Counts): string[] {
  return [
    max_uses === null ? `${uses} used` : `${uses} of ${max_uses} used`,
    ...(uses > 0 ? [`${rupeesText(revenue)} earned`] : []),
    ...(max_uses !== null && reserved > 0 ? [`${reserved} in unpaid orders`] : []),
  ]
}

/** Lists the reasons why buyers, or some of them, cannot use or see a code; its expiry is apart. */
export function stateMarks(code: State, now: number): { label: string; palette?: 'danger' | 'buy' }[] {
  const { uses, reserved, max_uses, start_date, paused, listed, max_discount, minimum_order, first_purchase, segment } =
    code
  const begins = start_date === null ? 0 : (startInstant(start_date) ?? 0)
  return [
    ...(max_uses !== null && uses + reserved >= max_uses ? [{ label: 'Used up', palette: 'danger' as const }] : []),
    ...(begins > now ? [{ label: `Starts ${dateText(begins)}`, palette: 'buy' as const }] : []),
    ...(paused ? [{ label: 'Paused', palette: 'buy' as const }] : []),
    ...(listed ? [] : [{ label: 'Not shown' }]),
    ...(max_discount === null ? [] : [{ label: `Up to ${shortRupees(max_discount)}` }]),
    ...(minimum_order === null ? [] : [{ label: `From ${shortRupees(minimum_order)}` }]),
    ...(first_purchase ? [{ label: 'First purchase' }] : []),
    ...(segment ? [{ label: 'For a segment' }] : []),
  ]
}
