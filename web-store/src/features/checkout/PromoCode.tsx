import { useEffect, useRef, useState } from 'react'
import { t } from '../../language/text.ts'
import { PromoCodeBox } from '../../shared/cart/PromoCodeBox.tsx'
import type { PricedCartView } from '../../shared/cart/priced-cart.ts'
import { offerText } from '../../shared/cart/promocode-check.ts'
import { cart } from '../../stores/cart.ts'
import { Button } from '../../ui/Button.tsx'
import { IconChevronDown } from '../../ui/buying-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'

const Place = chakra('div', {
  base: {
    px: '4',
    borderColor: 'border',
    borderTopWidth: '1px',
    lg: { borderWidth: '1px', borderRadius: 'l2' },
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      minH: '12',
      fontWeight: '550',
      color: 'action.fg',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
    },
    '& summary > svg:last-child': { ms: 'auto' },
    '& details[open] > summary > svg:last-child': { transform: 'rotate(180deg)' },
  },
})

/** The applied code in one line, or the question for one, which opens its field. */
export function PromoCode({ cart: view, disabled }: { cart: PricedCartView; disabled: boolean }) {
  const { promocode, waiting, dropped, failed } = view
  const [open, setOpen] = useState(false)
  const requested = open || waiting !== undefined || dropped !== undefined || failed !== undefined
  const place = useRef<HTMLDivElement>(null)
  const code = promocode?.promocode
  const before = useRef(code)
  useEffect(() => {
    // The pressed button is gone with the other state, and the focus would be lost with it.
    if (before.current !== code && open) place.current?.querySelector<HTMLElement>('input, button')?.focus()
    before.current = code
  }, [code, open])
  return (
    <Place ref={place}>
      {promocode ? (
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap="2"
          minH="12"
          color="success.fg"
          fontWeight="600"
        >
          <Icon of={IconCheck} size={16} />
          <chakra.span flex="1" minW="min-content">
            {promocode.promocode}, {offerText(promocode)}
          </chakra.span>
          <Button
            size="sm"
            variant="ghost"
            disabled={disabled}
            aria-label={t('Remove promo code {code}', { code: promocode.promocode })}
            onClick={() => {
              setOpen(true)
              cart.choosePromocode(undefined)
            }}
          >
            {t('Remove')}
          </Button>
        </chakra.div>
      ) : (
        <details open={requested} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            {t('Have a promo code?')}
            <Icon of={IconChevronDown} size={16} />
          </summary>
          <chakra.div pb="4">
            <PromoCodeBox cart={view} disabled={disabled} />
          </chakra.div>
        </details>
      )}
    </Place>
  )
}
