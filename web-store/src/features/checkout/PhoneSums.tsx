import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { formatRupees, toRupees } from 'server/contract/money'
import type { PricedCartView } from '../../shared/priced-cart.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconChevronDown } from '../../ui/later-icons.ts'
import { Card, Skeleton, Wrap } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'

export const SUMMARY_ID = 'order-summary'

const total = ({ priced, checking }: PricedCartView) =>
  checking ? <Skeleton w="90px" h="22px" /> : <Price value={toRupees(priced.total_paise)} />

/** The sum in one line above the form, on phones: it leads to the whole summary below. */
export function SumLine({ cart }: { cart: PricedCartView }) {
  const saved = cart.priced.discount_paise
  return (
    <Card asChild display={{ base: 'flex', lg: 'none' }} alignItems="center" gap="3" px="4" py="3" mb="5">
      <a href={`#${SUMMARY_ID}`}>
        <chakra.span flex="1" minW="0" display="grid" lineHeight="1.3">
          <b>{countText(cart.lines.length, 'course')}</b>
          {saved > 0 && (
            <chakra.span textStyle="sm" color="mehendi.fg" fontWeight="600">
              You save {formatRupees(saved)}
            </chakra.span>
          )}
        </chakra.span>
        <chakra.b fontSize="1.125rem">{total(cart)}</chakra.b>
        <Icon of={IconChevronDown} />
      </a>
    </Card>
  )
}

/** As the bar of a sales page: see `shared/sales/BuyBar.tsx`. */
const Bar = chakra('div', {
  base: {
    display: { base: 'block', lg: 'none' },
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    zIndex: '9',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderColor: 'border',
    boxShadow: '0 -8px 24px -12px rgb(20 22 63/.25)',
    pt: '2.5',
    pb: 'calc(10px + env(safe-area-inset-bottom))',
  },
})

/** Sum and button, always in view on phones, also while the keyboard of the phone is open above the form. */
export function PayBar({ cart, note, children }: { cart: PricedCartView; note: ReactNode; children: ReactNode }) {
  return (
    <Bar data-fixed-bar>
      <Wrap display="flex" alignItems="center" gap="4">
        <chakra.div flexShrink="0" maxW="45%">
          {note || (
            <>
              <chakra.b display="block" fontSize="1.25rem" fontWeight="800" fontStretch="84%" lineHeight="1.2">
                {total(cart)}
              </chakra.b>
              <chakra.span textStyle="xs" color="fg.muted">
                30-day guarantee
              </chakra.span>
            </>
          )}
        </chakra.div>
        <chakra.div flex="1" minW="0">
          {children}
        </chakra.div>
      </Wrap>
    </Bar>
  )
}
