import { formatRupees, toRupees } from 'contract/money'
import { type ReactNode, useId, useState } from 'react'
import { plural, t } from '../../language/text.ts'
import { LinesPlace, PartsPlace, SumPlace } from '../../shared/cart/CartPlaces.tsx'
import { LineAmount } from '../../shared/cart/LineAmount.tsx'
import { coursesText, type PricedCartView } from '../../shared/cart/priced-cart.ts'
import { Sums } from '../../shared/cart/Sums.tsx'
import { accessText } from '../../shared/courses/access-text.ts'
import { IconChevronDown } from '../../ui/buying-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { FixedBar } from '../../ui/FixedBar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Skeleton, Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { PromoCode } from './PromoCode.tsx'

const Fold = chakra('button', {
  base: {
    display: { base: 'flex', lg: 'none' },
    alignItems: 'center',
    gap: '12px',
    w: 'full',
    // Two lines of text, for what is saved.
    minH: '66px',
    px: '4',
    py: '2.5',
    lineHeight: '1.3',
    textAlign: 'start',
    cursor: 'pointer',
    '&[aria-expanded=true] > svg': { transform: 'rotate(180deg)' },
  },
})
const Title = chakra('h2', {
  base: { textStyle: 'h2', fontSize: { base: '1.375rem', md: '1.375rem' } },
})
const Lines = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3.5',
    '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: '3.5' },
  },
})
const Thumb = chakra('span', {
  base: { display: 'block', flexShrink: '0', w: '64px', borderRadius: 'l1', overflow: 'hidden' },
})

const total = ({ priced, checking }: PricedCartView) =>
  checking ? <SumPlace /> : <Price value={toRupees(priced.total_paise)} />

const shownCount = ({ known, lines }: PricedCartView) => (known ? coursesText(lines) : '\u00a0')

/** Names the one course, or counts the seats and those that are gifts. */
function nameOrSeats(cart: PricedCartView): string {
  const [only, ...more] = cart.lines
  return only && more.length === 0 && only.quantity === 1 ? only.name : seatsText(cart)
}

/** Says how many of the seats are gifts, if some are. */
function seatsText(cart: PricedCartView): string {
  const { known, lines } = cart
  const gifts = lines.reduce((sum, { quantity }) => sum + quantity - 1, 0)
  if (!known || gifts === 0) return shownCount(cart)
  return [
    plural(lines.length, { one: '{count} course for you', other: '{count} courses for you' }),
    plural(gifts, { one: '{count} gift to share', other: '{count} gifts to share' }),
  ].join(', ')
}

type SummaryProps = {
  cart: PricedCartView
  /** Paise that the offer costs less than its course. */
  saved: number | undefined
  offer: ReactNode
  disabled: boolean
}

/** The lines once, the sums and the promo code: beside the form, or above it and folded on a phone. */
export function CheckoutSummary({ cart, saved = 0, offer, disabled }: SummaryProps) {
  const { known, lines, priced } = cart
  const saves = priced.discount_paise + priced.credit_paise + saved
  const [open, setOpen] = useState(false)
  const id = useId()
  const [first] = lines
  return (
    <Card as="section" aria-label={t('Order summary')} gridArea={{ lg: '1 / 2' }} p={{ lg: '6' }}>
      <Fold type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Thumb>
          {first ? (
            <Picture place="thumb" src={first.banner} alt="" label="" cover={first.name} />
          ) : (
            <Skeleton as="span" display="block" h="36px" />
          )}
        </Thumb>
        {/* A sum is below the name that it would leave less than half of the row. */}
        <chakra.span flex="1" minW="0" display="flex" flexWrap="wrap" alignItems="center" gap="2px 12px">
          <chakra.span flex="1 1 50%" minW="0" display="grid">
            <chakra.b lineClamp="2" overflowWrap="anywhere">
              {known ? nameOrSeats(cart) : <VisuallyHidden>{t('Order summary')}</VisuallyHidden>}
            </chakra.b>
            {saves > 0 && !cart.checking && (
              <chakra.span textStyle="sm" color="success.fg" fontWeight="600">
                {t('You save {amount}', { amount: formatRupees(saves) })}
              </chakra.span>
            )}
          </chakra.span>
          <chakra.b fontSize="1.125rem">{total(cart)}</chakra.b>
        </chakra.span>
        <Icon of={IconChevronDown} />
      </Fold>
      <chakra.div
        id={id}
        display={{ base: open ? 'grid' : 'none', lg: 'grid' }}
        gridTemplateColumns="minmax(0, 1fr)"
        gap="4"
        px={{ base: '4', lg: '0' }}
        pt={{ base: '2', lg: '0' }}
        pb="4"
      >
        <chakra.div display={{ base: 'none', lg: 'block' }}>
          <Title>{t('Order summary')}</Title>
          <chakra.p textStyle="sm" color="fg.muted">
            {seatsText(cart)}
          </chakra.p>
        </chakra.div>
        {known ? (
          <Lines>
            {lines.map((line, index) => (
              <li key={line.id}>
                <Thumb>
                  <Picture place="thumb" src={line.banner} alt="" label="" cover={line.name} />
                </Thumb>
                <chakra.span flex="1 1 5em" minW="0" display="grid" lineHeight="1.3">
                  <chakra.b lineClamp="3" overflowWrap="anywhere">
                    {line.name}
                  </chakra.b>
                  {(line.quantity > 1 || line.access) && (
                    <chakra.span textStyle="sm" color="fg.muted">
                      {[
                        ...(line.quantity > 1 ? [t('Qty {count}', { count: line.quantity })] : []),
                        ...(line.access ? [accessText(line.access)] : []),
                      ].join(', ')}
                    </chakra.span>
                  )}
                </chakra.span>
                <LineAmount line={priced.lines[index]} />
                {line.includes && <PartsPlace bundleId={line.id} line={priced.lines[index]} />}
              </li>
            ))}
          </Lines>
        ) : (
          <LinesPlace phone={{ row: 36, gap: 14 }} />
        )}
        <chakra.div display={{ base: 'none', lg: 'block' }} _empty={{ display: 'none' }}>
          {offer}
        </chakra.div>
        <Sums cart={cart} total={t('To pay')} brief />
      </chakra.div>
      <PromoCode cart={cart} disabled={disabled} />
    </Card>
  )
}

/** Sum and button, always in view on phones, also while the keyboard of the phone is open above the form. */
export function PayBar({ cart, note, children }: { cart: PricedCartView; note: ReactNode; children: ReactNode }) {
  return (
    <FixedBar as="div" display={{ lg: 'none' }}>
      <Wrap display="flex" alignItems="center" gap="16px">
        <chakra.div flexShrink="0" maxW="45%">
          {note || (
            <>
              <chakra.b display="block" fontSize="1.25rem" fontWeight="800" fontStretch="84%" lineHeight="1.2">
                {total(cart)}
              </chakra.b>
              <chakra.span textStyle="xs" color="fg.muted">
                {shownCount(cart)}
              </chakra.span>
            </>
          )}
        </chakra.div>
        <chakra.div flex="1" minW="0">
          {children}
        </chakra.div>
      </Wrap>
    </FixedBar>
  )
}
