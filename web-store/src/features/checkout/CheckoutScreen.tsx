import { useQuery } from '@tanstack/react-query'
import { toPaise } from 'contract/money'
import type { PageShop } from 'contract/shop/defaults'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { ShopChangesContext } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import type { Added } from '../../shared/cart/checkout-part.ts'
import { EarlierCart } from '../../shared/cart/EarlierCart.tsx'
import { presentQuery, usePricedCart } from '../../shared/cart/priced-cart.ts'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { NoticeLine } from '../../shared/NoticeLine.tsx'
import { cart } from '../../stores/cart.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { inPlace, later } from '../../ui/later.tsx'
import { Card, Wrap } from '../../ui/layout.tsx'
import { H1 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { useFields } from '../../ui/use-fields.ts'
import { Agreement, WhoIsPaid } from './Assurance.tsx'
import { BuyerPlace, KnownBuyer, NewBuyer, PayButton, unlessSignedIn } from './BuyerForm.tsx'
import { CheckoutSummary, PayBar } from './CheckoutSummary.tsx'
import { type BuyerDetails, problemsOf, trimmed } from './check-details.ts'
import { PurchaseNotice } from './PurchaseNotice.tsx'
import { useBilling } from './use-billing.ts'
import { useOffer } from './use-offer.ts'
import { usePurchase } from './use-purchase.ts'

const LogInHere = later(() => import('./LogInHere.tsx'), {
  waiting: <Loading minH="330px" />,
  failed: inPlace,
})

/** Only a shop with tax invoices needs it; the server writes it into the first frame. */
const BillingFields = later(() => import('../../shared/billing/BillingFields.tsx'), {
  module: 'src/shared/billing/BillingFields.tsx',
  now: import.meta.env.SSR ? (await import('../../shared/billing/BillingFields.tsx')).default : undefined,
  failed: inPlace,
})

/** Parts of a shop that has set some; the server writes their fields into the first frame. */
const CheckoutParts = later(() => import('./CheckoutParts.tsx'), {
  module: 'src/features/checkout/CheckoutParts.tsx',
  now: import.meta.env.SSR ? (await import('./CheckoutParts.tsx')).default : undefined,
  failed: inPlace,
})

const hasParts = (shop: PageShop | undefined) => Boolean(shop?.coins || shop?.checkout_questions || shop?.children)

/** Loads the fields that the server writes for this shop, so that React keeps their markup. Returns their source modules. */
export async function fetchParts(shop: PageShop | undefined): Promise<string[]> {
  const isTaxed = shop?.tax && shop.tax !== 'unknown'
  const modules = await Promise.all([
    isTaxed ? BillingFields.fetch(shop) : [],
    hasParts(shop) ? CheckoutParts.fetch(shop) : [],
  ])
  return modules.flat()
}

const NothingToBuy = later(() => import('./NothingToBuy.tsx'), { waiting: <Loading /> })

/** Nothing waits for it, and nothing is lost without it. */
const Offer = later(() => import('./Offer.tsx'), { failed: () => null })

const NOBODY: BuyerDetails = { name: '', email: '', phone: '' }

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 420px' },
    gap: { base: '4', lg: '8' },
    alignItems: 'start',
  },
})
const Title = chakra('h2', { base: { textStyle: 'h2', fontSize: { base: '1.375rem', md: '1.375rem' }, outline: '0' } })

/** Room for the ways to pay of an only course, until they are there; `first-page/frame-script.js` knows of them. */
const WayPlace = chakra('div', {
  base: {
    display: 'none',
    '@supports selector(:has(*))': {
      '[data-ways] &': { display: 'block', minH: '264px' },
      'form:has([data-way]) &': { display: 'none' },
    },
  },
})

/** Hides the frame while an empty cart redirects to the cart page. */
const unseen = { '[data-cart=empty] &': { visibility: 'hidden' } } as const

/** From the cart to the payment page: who buys, what it costs, one button. */
export default function CheckoutScreen() {
  const { own, found, taken: ticked, take } = useOffer()
  const shop = useContext(ShopChangesContext)
  const [added, add] = useState<Added>()
  // Nothing is advertised to a buyer under 18, nor before that is known where the shop asks.
  const mayOffer = !shop?.children || added?.child === false
  const taken = mayOffer ? ticked : undefined
  const view = usePricedCart(taken, added?.reduce)
  const { known, lines, priced, promocode, tax, checking, failed } = view
  const [only, ...more] = lines
  const isWhole = priced.total_paise === priced.subtotal_paise + priced.tax_paise
  const hasWay = only?.ways && only.quantity === 1 && more.length === 0 && isWhole
  const costs = !known || priced.total_paise > 0
  // Ways to pay of features; only a shop that has one loads their files.
  const { data: ways } = useQuery({
    ...presentQuery(),
    select: ({ cards }) => cards.flatMap((card) => card.ways ?? []).join(),
  })
  const user = useSession((state) => (isSignedIn(state) ? state.user : undefined))
  const [signingIn, setSigningIn] = useState(false)
  const { busy: buying, failure, wanted, start, forget } = usePurchase()
  /** Pay was pressed before the total was known. */
  const [pressed, setPressed] = useState<{ details: BuyerDetails | undefined }>()
  const busy = buying || pressed !== undefined
  const title = useRef<HTMLHeadingElement>(null)
  const formId = useId()
  const form = useFields<BuyerDetails>(NOBODY, problemsOf)
  useDraft('buyer', NOBODY, form, user !== undefined)
  const billing = useBilling(Boolean(tax) && costs, failure)

  const { fail } = form
  useEffect(() => {
    if (failure?.kind === 'account_exists') fail([failure])
  }, [failure, fail])

  const courseIds = own.flatMap((line) => Array.from({ length: line.quantity }, () => line.id))
  const code = promocode?.promocode
  // A failure of another cart is of no use to this one.
  const current =
    failure &&
    wanted?.promocode === code &&
    wanted?.offer === taken?.offer &&
    JSON.stringify(wanted?.fields) === JSON.stringify(added?.fields) &&
    wanted?.courseIds.join() === courseIds.join()
      ? failure
      : undefined
  const inPlace = current?.kind === 'billing' && billing.asked
  const notice = failure?.kind === 'cart_changed' ? failure : inPlace ? undefined : current

  const buy = (details: BuyerDetails | undefined) => {
    if (buying) return
    if (failed) {
      void failed.retry()
      return void toast.error(failed.text, { id: 'promocodes' })
    }
    if (checking) return setPressed({ details })
    const shown = billing.check(true)
    const isAnswered = added?.check?.(!shown.problem) ?? true
    if (shown.problem) return void toast.error(shown.problem, { id: 'details' })
    if (!isAnswered) return
    const agreed = current?.kind === 'price_changed' ? toPaise(current.total) : (added?.nowPaise ?? priced.total_paise)
    start({
      details,
      courseIds,
      promocode: code,
      offer: taken?.offer,
      billing: shown.billing,
      fields: added?.fields,
      expectedTotalPaise: agreed,
    })
  }
  useEffect(() => {
    if (!pressed || (checking && !failed)) return
    setPressed(undefined)
    if (lines.length > 0) buy(pressed.details)
  })
  const send = form.submit(
    (details) => buy(trimmed(details)),
    ({ message }) => {
      billing.check(false)
      added?.check?.(false)
      toast.error(message, { id: 'details' })
    },
  )
  const openSignIn = () => {
    setSigningIn(true)
    requestAnimationFrame(() => title.current?.focus())
  }
  const signedIn = () => {
    setSigningIn(false)
    forget()
    requestAnimationFrame(() => title.current?.focus())
  }

  const last = useRef<readonly string[]>([])
  if (own.length > 0) last.current = own.flatMap(({ id, includes }) => includes?.map((one) => one.course_id) ?? id)
  if (known && lines.length === 0 && !buying) return <NothingToBuy left={last.current} />

  const requestLogin = signingIn && !user
  const knownEmail = form.values.email.trim()
  const gone = failure?.kind === 'cart_changed' && failure
  const offer = found && mayOffer && (
    <Offer found={found} taken={taken} take={take} gone={gone} total={priced.total_paise} disabled={busy} />
  )
  const pay = { form: formId, busy, disabled: requestLogin }
  const processing = busy && (
    <chakra.p role="status" color="fg.muted" fontSize={{ base: '.8125rem', lg: '1rem' }} lineHeight="1.3">
      {t('Please do not close or refresh this page...')}
    </chakra.p>
  )
  return (
    <Wrap
      pt={{ base: '4', md: '8' }}
      pb={{ base: 'calc(40px + var(--fixed-bar, 0px))', lg: '20' }}
      css={known ? {} : unseen}
    >
      <Head title={t('Checkout')} />
      <H1 mb="3.5">{t('Checkout')}</H1>
      <chakra.div mb="5" _empty={{ display: 'none' }}>
        <EarlierCart />
      </chakra.div>
      <Columns>
        <CheckoutSummary cart={view} saved={taken?.saves} offer={offer} disabled={busy} />
        <Card display="grid" gap="5" p={{ base: '4.5', md: '8' }} gridArea={{ lg: '1 / 1' }}>
          {requestLogin ? (
            <Title ref={title} tabIndex={-1}>
              {t('Log in to your account')}
            </Title>
          ) : (
            <chakra.h2 ref={title} tabIndex={-1} srOnly>
              {t('Your details')}
            </chakra.h2>
          )}
          {requestLogin && <LogInHere email={knownEmail} onSignedIn={signedIn} onLeave={() => setSigningIn(false)} />}
          <chakra.form
            method="post"
            id={formId}
            display={requestLogin ? 'none' : 'grid'}
            gap="5"
            noValidate
            aria-busy={busy || undefined}
            onSubmit={(event) => {
              event.preventDefault()
              if (user) buy(undefined)
              else send(event)
            }}
          >
            {user && <KnownBuyer user={user} />}
            {!known && !user && <BuyerPlace />}
            {!user && !requestLogin && (
              <chakra.div display="grid" gap="5" css={known ? {} : unlessSignedIn}>
                <NewBuyer form={form} readOnly={busy} onSignIn={openSignIn} />
              </chakra.div>
            )}
            {billing.asked && !requestLogin && <BillingFields form={billing.form} known={known} readOnly={busy} />}
            {(hasParts(shop) || ways) && (
              <chakra.div display="grid" gap="5" css={known ? {} : unlessSignedIn} _empty={{ display: 'none' }}>
                <CheckoutParts
                  courseIds={courseIds}
                  promocode={code}
                  offer={taken?.offer}
                  ways={ways}
                  cart={view}
                  failure={failure}
                  busy={busy}
                  add={add}
                />
              </chakra.div>
            )}
            {(!known || hasWay) && <WayPlace />}
            {notice && (
              <PurchaseNotice
                failure={notice}
                sums={gone && wanted && !checking ? [wanted.expectedTotalPaise, priced.total_paise] : undefined}
                courseName={notice.kind === 'already_purchased' ? nameOf(lines, notice.courseId) : undefined}
                onSignIn={openSignIn}
                onRemove={(courseId) => {
                  cart.remove(courseId)
                  last.current = []
                  take(undefined)
                  toast.success(t('Item removed from cart'), { id: 'cart' })
                  forget()
                }}
              />
            )}
            <chakra.div display={{ lg: 'none' }} _empty={{ display: 'none' }}>
              {offer}
            </chakra.div>
            {costs && <WhoIsPaid />}
            <chakra.div
              display={{ base: 'none', lg: 'flex' }}
              flexWrap="wrap"
              alignItems="center"
              columnGap="6"
              rowGap="3"
            >
              <PayButton {...pay} />
              {processing}
            </chakra.div>
            {costs && <Agreement />}
            <NoticeLine />
          </chakra.form>
        </Card>
      </Columns>
      <PayBar
        cart={added?.nowPaise ? { ...view, priced: { ...priced, total_paise: added.nowPaise } } : view}
        note={processing}
      >
        <PayButton {...pay} full />
      </PayBar>
    </Wrap>
  )
}

const nameOf = (lines: { id: string; name: string }[], id: string | undefined) =>
  lines.find((line) => line.id === id)?.name
