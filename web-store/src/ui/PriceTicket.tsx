import { useAddedTax } from '../content/tax.ts'
import { t } from '../language/text.ts'
import { chakra } from './chakra.ts'
import { splitRupees } from './format.ts'

const bites =
  'radial-gradient(circle at 0 50%,#0000 7px,#000 7.5px) 0 0/51% 100% no-repeat,' +
  'radial-gradient(circle at 100% 50%,#0000 7px,#000 7.5px) 100% 0/51% 100% no-repeat'

const Ticket = chakra('span', {
  base: {
    // Not flex: its items are lines of their own to a screen reader, and "499" and ".00" two stops.
    display: 'inline-block',
    px: '18px',
    py: '5px',
    bg: 'buy.solid',
    color: 'buy.contrast',
    fontSize: '1.375rem',
    fontWeight: '800',
    fontStretch: '86%',
    lineHeight: '1.15',
    fontVariantNumeric: 'lining-nums tabular-nums',
    whiteSpace: 'nowrap',
    borderRadius: '4px',
    mask: bites,
    '& small': { fontSize: '.62em', fontWeight: '700' },
    '& small + small': { ms: '1.5' },
  },
  variants: { size: { md: {}, sm: { fontSize: { base: '1rem', md: '1.125rem' } } } },
})

/**
 * Shows the price on cards and in grids: rupees large, paise and added tax small. `price` is in rupees. In totals use
 * `Price`.
 */
export function PriceTicket({ price, size }: { price: number; size?: 'sm' | 'md' }) {
  const { rupees, paise } = splitRupees(price)
  const added = useAddedTax()
  return (
    <Ticket size={size}>
      {price ? rupees : t('Free')}
      {price > 0 && <small>{paise}</small>}
      {price > 0 && added && <small>{added}</small>}
    </Ticket>
  )
}
