import { formatRupees, toRupees } from 'contract/money'
import type { ReactNode } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { accessText } from '../courses/access-text.ts'
import { LinesPlace, SumPlace } from './CartPlaces.tsx'
import { LineAmount } from './LineAmount.tsx'
import { PromoCodeBox } from './PromoCodeBox.tsx'
import type { PricedCartView } from './priced-cart.ts'

const Sums = chakra('dl', {
  base: {
    display: 'grid',
    gap: '2.5',
    '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '4' },
    '& dt': { color: 'fg.muted' },
    '& dd': { fontWeight: '600', ms: 'auto' },
    '& > [data-discount] > *': { color: 'success.fg', fontWeight: '600' },
    '& > [data-total]': {
      alignItems: 'baseline',
      mt: '1',
      pt: '3.5',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& > [data-total] dt': { color: 'fg', fontSize: '1.125rem', fontWeight: '700' },
    '& > [data-total] dd': { fontSize: '1.75rem', fontWeight: '800', fontStretch: '84%', lineHeight: '1' },
  },
})

const Title = chakra('h2', { base: { textStyle: 'h2', fontSize: { base: '1.375rem', md: '1.375rem' } } })
const Lines = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3.5',
    '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: '3.5' },
  },
})
const Thumb = chakra('div', { base: { flexShrink: '0', w: '84px', borderRadius: 'l1', overflow: 'hidden' } })

type OrderSummaryProps = {
  cart: PricedCartView
  /** With the courses, for a page that does not list them itself. */
  withLines?: boolean
  /** While a purchase is on its way the promo code stays as it is. */
  disabled?: boolean
  /** The button at the foot, and what belongs to it. */
  children?: ReactNode
}

/** Sums up the cart: promo code, Subtotal, Discount (n%), GST (n%), Total. */
export function OrderSummary({ cart, withLines = false, disabled = false, children }: OrderSummaryProps) {
  const { known, lines, priced, promocode, tax, checking } = cart
  const taxed = known ? priced.tax_paise > 0 : tax?.prices === 'exclusive' && tax.rate > 0
  const sum = (paise: number) => (known ? <Price value={toRupees(paise)} /> : <SumPlace />)
  return (
    <Card
      as="section"
      aria-label={t('Order summary')}
      padded
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="22px"
      alignContent="start"
    >
      <Title>{t('Order summary')}</Title>
      {withLines && !known && <LinesPlace phone={{ row: 47, gap: 14 }} />}
      {withLines && known && (
        <Lines>
          {lines.map((line, index) => (
            <li key={line.id}>
              <Thumb>
                <Picture place="thumb" src={line.banner} alt="" label="" />
              </Thumb>
              <chakra.span flex="1 1 5em" minW="0" display="grid" lineHeight="1.3">
                <chakra.b lineClamp="3" overflowWrap="anywhere">
                  {line.name}
                </chakra.b>
                <chakra.span textStyle="sm" color="fg.muted">
                  {t('Qty {count}', { count: line.quantity })}
                  {line.access && `, ${accessText(line.access)}`}
                </chakra.span>
              </chakra.span>
              <LineAmount line={priced.lines[index]} />
            </li>
          ))}
        </Lines>
      )}
      <PromoCodeBox cart={cart} disabled={disabled} />
      <Sums>
        <div>
          <dt>{t('Subtotal')}</dt>
          <dd>{sum(priced.subtotal_paise)}</dd>
        </div>
        {promocode && (
          <div data-discount="">
            <dt>
              {promocode.amount === undefined
                ? t('Discount ({percent}%)', { percent: promocode.discount })
                : t('Discount')}
            </dt>
            <dd>
              −<Price value={toRupees(priced.discount_paise)} />
            </dd>
          </div>
        )}
        {tax && taxed && (
          <div>
            <dt>{t('GST ({rate}%)', { rate: tax.rate })}</dt>
            <dd>
              {known && '+'}
              {sum(priced.tax_paise)}
            </dd>
          </div>
        )}
        {priced.minimum_charge_paise > 0 && (
          <div>
            <dt>{t('Rounded up to the gateway’s minimum of ₹1')}</dt>
            <dd>
              +<Price value={toRupees(priced.minimum_charge_paise)} />
            </dd>
          </div>
        )}
        <div data-total="">
          <dt>{t('Total')}</dt>
          <dd>{checking ? <SumPlace w="110px" /> : <Price value={toRupees(priced.total_paise)} />}</dd>
        </div>
      </Sums>
      {tax?.prices === 'inclusive' && priced.included_tax_paise > 0 && !checking && (
        <chakra.p mt="-3" textStyle="sm" color="fg.muted" textAlign="right">
          {t('Includes GST ({rate}%) of {tax}', {
            rate: tax.rate,
            tax: formatRupees(priced.included_tax_paise),
          })}
        </chakra.p>
      )}
      {tax?.prices === 'inclusive' && tax.rate > 0 && !known && <SumPlace mt="-3" ms="auto" w="220px" textStyle="sm" />}
      {children}
    </Card>
  )
}
