import { expiryInstant, isExpired } from 'contract/expiry'
import type { Promocode } from 'contract/promocodes'
import { reductionText } from '../../shared/cart/promocode-check.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import type { Column } from '../lists/column.ts'
import { stateMarks, usesText } from './code-state.ts'

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

/** What a code gives, on what, and for how long. */
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
      <chakra.span display="inline-flex" flexWrap="wrap" gap="2" alignItems="center">
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
