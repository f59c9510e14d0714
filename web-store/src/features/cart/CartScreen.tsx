import { type Ref, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useGuaranteeDays } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { LinesPlace } from '../../shared/cart/CartPlaces.tsx'
import { EarlierCart } from '../../shared/cart/EarlierCart.tsx'
import { PromoCodeBox } from '../../shared/cart/PromoCodeBox.tsx'
import { usePricedCart } from '../../shared/cart/priced-cart.ts'
import { Sums } from '../../shared/cart/Sums.tsx'
import { restored } from '../../shared/restored.ts'
import { cart } from '../../stores/cart.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconShoppingCart } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { Card, Wrap } from '../../ui/layout.tsx'
import { IconArrowLeft, IconGift, IconTrash } from '../../ui/secondary-icons.ts'
import { H1 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { CartLines } from './CartLines.tsx'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
    gap: '8',
    alignItems: 'start',
  },
})

const Title = chakra('h2', { base: { textStyle: 'h2', fontSize: { base: '1.375rem', md: '1.375rem' } } })

/** Hides parts of a frame by whether this browser's cart is empty (`first-page/frame-script.js`). */
const unlessEmpty = { '[data-cart=empty] &': { display: 'none' } } as const
const ifEmpty = { display: 'none', '[data-cart=empty] &': { display: 'block' } } as const

function EmptyCart({ titleRef }: { titleRef: Ref<HTMLHeadingElement> }) {
  return (
    <>
      <EmptyState
        icon={IconShoppingCart}
        tone="buy"
        level={1}
        title={t('Your cart is empty')}
        titleRef={titleRef}
        top={<Awning w="180px" />}
        action={
          <Button asChild>
            <Link to={paths.courses}>{t('Browse Courses')}</Link>
          </Button>
        }
      >
        {t('Add a course and it will wait here for you.')}
      </EmptyState>
      <chakra.div mt="4">
        <EarlierCart />
      </chakra.div>
    </>
  )
}

/** A cart of one course has its button in sight soon. */
const CartBar = later(() => import('./CartBar.tsx'), { failed: () => null })

const BundleHint = later(() => import('../../shared/cart/BundleHint.tsx'), { failed: () => null })

/** Shows the cart: seats, promo code, sums. The browser stores it, the server sets the prices. */
export default function CartScreen() {
  const view = usePricedCart()
  const isEmpty = view.known ? view.lines.length === 0 : undefined
  const days = useGuaranteeDays()
  const title = useRef<HTMLHeadingElement>(null)
  const emptyTitle = useRef<HTMLHeadingElement>(null)

  // The pressed button is gone then, and the focus would be lost with it.
  const focusTitle = () => requestAnimationFrame(() => (title.current ?? emptyTitle.current)?.focus())
  const setQuantity = (id: string, quantity: number) => {
    cart.setQuantity(id, quantity)
    toast.success(t('Cart updated'), { id: 'cart' })
  }
  /** Restores a removed line with its quantity, as long as the notice shows. */
  const undo = () => {
    const before = view.lines
    return {
      label: t('Undo'),
      onClick: () => {
        cart.change(restored(before))
        toast.success(t('Cart updated'), { id: 'cart' })
      },
    }
  }
  const remove = (id: string) => {
    cart.remove(id)
    toast.success(t('Item removed from cart'), { id: 'cart', action: undo() })
    focusTitle()
  }
  const clear = () => {
    cart.clear()
    toast.success(t('Cart cleared'), { id: 'cart', action: undo() })
    focusTitle()
  }

  return (
    <Wrap pt={{ base: '10', md: '60px' }} pb={{ base: '12', md: '20' }}>
      <Head title={t('Cart')} />
      {!isEmpty && (
        <chakra.div css={view.known ? {} : unlessEmpty}>
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="4" mb="6">
            <H1 ref={title} tabIndex={-1} outline="0">
              {t('Your cart')}
            </H1>
            <Button variant="ghost" colorPalette="danger" me="-14px" onClick={clear}>
              <Icon of={IconTrash} />
              {t('Clear Cart')}
            </Button>
          </chakra.div>
          <Columns>
            <div>
              <EarlierCart />
              {view.known ? (
                <CartLines cart={view} onQuantity={setQuantity} onRemove={remove} />
              ) : (
                <Card px={{ base: '3', md: '18px' }} py={{ base: '9px', md: '18px' }}>
                  <LinesPlace phone={{ row: 42, gap: 19 }} wide={{ row: 72, gap: 37 }} />
                </Card>
              )}
              <chakra.p
                display="flex"
                alignItems={{ base: 'start', md: 'center' }}
                gap="2"
                mx="1"
                my="3.5"
                textStyle="sm"
                color="fg.muted"
              >
                <Icon of={IconGift} size={16} />
                <span>{t('More than one of a course? You keep one seat, each extra seat becomes a gift code.')}</span>
              </chakra.p>
              <Button asChild variant="ghost" px="18px" ms="-14px">
                <Link to={paths.courses}>
                  <Icon of={IconArrowLeft} />
                  {t('Continue Shopping')}
                </Link>
              </Button>
            </div>
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
              <PromoCodeBox cart={view} />
              <Sums cart={view} total={t('Total')} />
              <Button asChild variant="buy" size="lg" full>
                <Link to={paths.checkout}>{t('Proceed to Checkout')}</Link>
              </Button>
              {days > 0 && (
                <chakra.p textStyle="sm" color="fg.muted" textAlign="center">
                  {t('{days}-day money-back guarantee', { days })}
                </chakra.p>
              )}
              {view.lines.length > 1 && <BundleHint lines={view.lines} />}
            </Card>
          </Columns>
          {view.lines.length > 1 && <CartBar cart={view} />}
        </chakra.div>
      )}
      {isEmpty !== false && (
        <chakra.div css={isEmpty ? {} : ifEmpty}>
          <EmptyCart titleRef={emptyTitle} />
        </chakra.div>
      )}
    </Wrap>
  )
}
