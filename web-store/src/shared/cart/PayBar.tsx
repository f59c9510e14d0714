import { toRupees } from 'contract/money'
import type { ReactNode } from 'react'
import { plural } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { FixedBar } from '../../ui/FixedBar.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { SumPlace } from './CartPlaces.tsx'
import type { PricedCartView } from './priced-cart.ts'

type CartProps = { cart: PricedCartView }

/** The total, or its room until it is known. */
export const CartTotal = ({ cart: { priced, checking } }: CartProps) =>
  checking ? <SumPlace /> : <Price value={toRupees(priced.total_paise)} />

/** Counts the courses: `1 course`; a space until they are known. */
export const coursesText = ({ known, lines }: PricedCartView) =>
  known ? plural(lines.length, { one: '{count} course', other: '{count} courses' }) : '\u00a0'

/** Sum and button of the cart and of checkout, always in view on phones, also while the keyboard of the phone is open above the form. */
export function PayBar({ cart, note, children }: CartProps & { note?: ReactNode; children: ReactNode }) {
  return (
    <FixedBar as="div" display={{ lg: 'none' }}>
      <Wrap display="flex" alignItems="center" gap="16px">
        <chakra.div flexShrink="0" maxW="45%">
          {note || (
            <>
              <chakra.b display="block" fontSize="1.25rem" fontWeight="800" fontStretch="84%" lineHeight="1.2">
                <CartTotal cart={cart} />
              </chakra.b>
              <chakra.span textStyle="xs" color="fg.muted">
                {coursesText(cart)}
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
