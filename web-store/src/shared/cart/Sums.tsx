import { formatRupees, toRupees } from 'contract/money'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Price } from '../../ui/Price.tsx'
import { SumPlace } from './CartPlaces.tsx'
import type { PricedCartView } from './priced-cart.ts'

const List = chakra('dl', {
  base: {
    display: 'grid',
    gap: '2.5',
    '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '4' },
    '& dt': { color: 'fg.muted' },
    '& dd': { fontWeight: '600', ms: 'auto' },
    '& > [data-discount] > *': { color: 'success.fg', fontWeight: '600' },
    '& > [data-total]': { alignItems: 'baseline', mt: '1', pt: '3.5', borderTopWidth: '1px', borderColor: 'border' },
    '& > [data-total] dt': { color: 'fg', fontSize: '1.125rem', fontWeight: '700' },
    '& > [data-total] dd': { fontSize: '1.75rem', fontWeight: '800', fontStretch: '84%', lineHeight: '1' },
  },
})

type SumsProps = {
  cart: PricedCartView
  /** Label of the total. */
  total: string
  /** Leaves out a subtotal that is the total. */
  brief?: boolean
}

/** The sums of the cart: Subtotal, Discount (n%), GST (n%), total. */
export function Sums({ cart, total, brief = false }: SumsProps) {
  const { known, priced, promocode, tax, checking } = cart
  // Courses of other rates have no rate beside their tax.
  const rate = tax?.rates ? undefined : tax?.rate
  const taxed = known ? priced.tax_paise > 0 : tax?.prices === 'exclusive' && tax.rate > 0
  const sum = (paise: number) => (known ? <Price value={toRupees(paise)} /> : <SumPlace />)
  const { credit_paise: credit } = priced
  const more =
    promocode !== undefined || credit > 0 || priced.reductions.length > 0 || taxed || priced.minimum_charge_paise > 0
  return (
    <>
      <List>
        {(more || !brief) && (
          <div>
            <dt>{t('Subtotal')}</dt>
            <dd>{sum(priced.subtotal_paise)}</dd>
          </div>
        )}
        {credit > 0 && !checking && (
          <div data-discount="">
            <dt>{t('For courses you have already')}</dt>
            <dd>
              −<Price value={toRupees(credit)} />
            </dd>
          </div>
        )}
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
        {priced.reductions.map(({ kind, label, paise }) => (
          <div key={kind} data-discount="">
            <dt>{label}</dt>
            <dd>
              −<Price value={toRupees(paise)} />
            </dd>
          </div>
        ))}
        {tax && taxed && (
          <div>
            <dt>{rate === undefined ? t('GST') : t('GST ({rate}%)', { rate })}</dt>
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
        <div data-total="" aria-live="polite" aria-atomic="true">
          <dt>{total}</dt>
          <dd>{checking ? <SumPlace w="110px" /> : <Price value={toRupees(priced.total_paise)} />}</dd>
        </div>
      </List>
      {tax?.prices === 'inclusive' && priced.included_tax_paise > 0 && !checking && (
        <chakra.p mt="-3" textStyle="sm" color="fg.muted" textAlign="right">
          {rate === undefined
            ? t('Includes GST of {tax}', { tax: formatRupees(priced.included_tax_paise) })
            : t('Includes GST ({rate}%) of {tax}', { rate, tax: formatRupees(priced.included_tax_paise) })}
        </chakra.p>
      )}
      {tax?.prices === 'inclusive' && tax.rate > 0 && !known && <SumPlace mt="-3" ms="auto" w="220px" textStyle="sm" />}
    </>
  )
}
