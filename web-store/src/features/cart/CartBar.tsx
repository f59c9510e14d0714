import { toRupees } from 'contract/money'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import BundleHint from '../../shared/cart/BundleHint.tsx'
import { SumPlace } from '../../shared/cart/CartPlaces.tsx'
import { coursesText, type PricedCartView } from '../../shared/cart/priced-cart.ts'
import { Sums } from '../../shared/cart/Sums.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconChevronDown } from '../../ui/buying-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { FixedBar } from '../../ui/FixedBar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconX } from '../../ui/icons.ts'
import { Row, Wrap } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { Sheet } from '../../ui/sheet.ts'
import { H3, VisuallyHidden } from '../../ui/text.tsx'

/** The way to checkout, always in view on phones: a long cart has its sums far below. The sum unfolds upwards. */
export default function CartBar({ cart }: { cart: PricedCartView }) {
  const { lines, priced, checking } = cart
  const sheet = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => sheet.current?.close()
  const toCheckout = (
    <Button asChild variant="buy" size="lg" full flexShrink="1">
      <Link to={paths.checkout}>{t('Proceed to Checkout')}</Link>
    </Button>
  )
  return (
    <FixedBar as="div" display={{ lg: 'none' }}>
      <Wrap display="flex" alignItems="center" gap="16px">
        <chakra.button
          type="button"
          aria-haspopup="dialog"
          flexShrink="0"
          maxW="45%"
          minH="11"
          textAlign="start"
          cursor="pointer"
          onClick={() => {
            setOpen(true)
            sheet.current?.showModal()
          }}
        >
          <VisuallyHidden>{t('Order summary')} </VisuallyHidden>
          <chakra.b
            display="flex"
            alignItems="center"
            gap="1.5"
            fontSize="1.25rem"
            fontWeight="800"
            fontStretch="84%"
            lineHeight="1.2"
          >
            {checking ? <SumPlace /> : <Price value={toRupees(priced.total_paise)} />}
            <chakra.span display="inline-flex" transform="rotate(180deg)">
              <Icon of={IconChevronDown} size={16} />
            </chakra.span>
          </chakra.b>
          <chakra.span textStyle="xs" color="fg.muted">
            {coursesText(lines)}
          </chakra.span>
        </chakra.button>
        {toCheckout}
      </Wrap>
      <Sheet
        ref={sheet}
        aria-label={t('Order summary')}
        onClose={() => setOpen(false)}
        mb="0"
        w="full"
        maxW="none"
        borderRadius="14px 14px 0 0"
        pb="calc(10px + env(safe-area-inset-bottom))"
        onClick={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <Row justifyContent="space-between" mb="2">
          <H3 as="h2">{t('Order summary')}</H3>
          <IconButton aria-label={t('Close')} me="-10px" onClick={close}>
            <Icon of={IconX} />
          </IconButton>
        </Row>
        {open && (
          <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5">
            <Sums cart={cart} total={t('Total')} />
            <BundleHint lines={lines} />
            {toCheckout}
          </chakra.div>
        )}
      </Sheet>
    </FixedBar>
  )
}
