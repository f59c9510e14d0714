import { formatRupees, toRupees } from 'contract/money'
import type { ReactNode } from 'react'
import { useGuaranteeDays } from '../../content/brand.ts'
import { plural, t } from '../../language/text.ts'
import { SumPlace } from '../../shared/cart/CartPlaces.tsx'
import type { PricedCartView } from '../../shared/cart/priced-cart.ts'
import { chakra } from '../../ui/chakra.ts'
import { FixedBar } from '../../ui/FixedBar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Wrap } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { IconChevronDown } from '../../ui/secondary-icons.ts'

export const SUMMARY_ID = 'order-summary'

const total = ({ priced, checking }: PricedCartView) =>
  checking ? <SumPlace /> : <Price value={toRupees(priced.total_paise)} />

/** The sum in one line above the form, on phones: it leads to the whole summary below. */
export function SumLine({ cart }: { cart: PricedCartView }) {
  const saved = cart.priced.discount_paise
  return (
    <Card
      asChild
      display={{ base: 'flex', lg: 'none' }}
      flexWrap="wrap"
      alignItems="center"
      gap="12px"
      px="16px"
      py="3"
      mb="5"
    >
      <a href={`#${SUMMARY_ID}`} aria-label={cart.known ? undefined : t('Order summary')}>
        <chakra.span flex="1" minW="min-content" display="grid" lineHeight="1.3">
          {cart.known ? (
            <b>{plural(cart.lines.length, { one: '{count} course', other: '{count} courses' })}</b>
          ) : (
            <SumPlace />
          )}
          {saved > 0 && (
            <chakra.span textStyle="sm" color="success.fg" fontWeight="600">
              {t('You save {amount}', { amount: formatRupees(saved) })}
            </chakra.span>
          )}
        </chakra.span>
        <chakra.b fontSize="1.125rem">{total(cart)}</chakra.b>
        <Icon of={IconChevronDown} />
      </a>
    </Card>
  )
}

/** Sum and button, always in view on phones, also while the keyboard of the phone is open above the form. */
export function PayBar({ cart, note, children }: { cart: PricedCartView; note: ReactNode; children: ReactNode }) {
  const days = useGuaranteeDays()
  return (
    <FixedBar as="div" display={{ lg: 'none' }}>
      <Wrap display="flex" alignItems="center" gap="16px">
        <chakra.div flexShrink="0" maxW="45%">
          {note || (
            <>
              <chakra.b display="block" fontSize="1.25rem" fontWeight="800" fontStretch="84%" lineHeight="1.2">
                {total(cart)}
              </chakra.b>
              {days > 0 && (
                <chakra.span textStyle="xs" color="fg.muted">
                  {t('{days}-day guarantee', { days })}
                </chakra.span>
              )}
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
