import { toRupees } from 'contract/money'
import { Link } from 'react-router-dom'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { SumPlace } from '../../shared/cart/CartPlaces.tsx'
import type { PricedCartView } from '../../shared/cart/priced-cart.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { FixedBar } from '../../ui/FixedBar.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'

/** The way to checkout, always in view on phones: a long cart has its sums far below. */
export default function CartBar({ cart: { lines, priced, checking } }: { cart: PricedCartView }) {
  return (
    <FixedBar as="div" display={{ lg: 'none' }}>
      <Wrap display="flex" alignItems="center" gap="16px">
        <chakra.div flexShrink="0" maxW="45%">
          <chakra.b display="block" fontSize="1.25rem" fontWeight="800" fontStretch="84%" lineHeight="1.2">
            {checking ? <SumPlace /> : <Price value={toRupees(priced.total_paise)} />}
          </chakra.b>
          <chakra.span textStyle="xs" color="fg.muted">
            {plural(lines.length, { one: '{count} course', other: '{count} courses' })}
          </chakra.span>
        </chakra.div>
        <Button asChild variant="buy" size="lg" full flexShrink="1">
          <Link to={paths.checkout}>{t('Proceed to Checkout')}</Link>
        </Button>
      </Wrap>
    </FixedBar>
  )
}
