import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ShownTax } from 'contract/added-tax'
import { MAX_COURSE_IDS } from 'contract/catalogue-page'
import { toPaise } from 'contract/money'
import { type PricedCart, priceCart, type Reduce } from 'contract/orders/price-cart'
import type { PublicPromocode } from 'contract/promocodes'
import { taxRuleOf } from 'contract/tax'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { cart, useCart } from '../../stores/cart.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import type { CartLine } from '../../stores/storage.ts'
import { toast } from '../../ui/toaster.ts'
import { cartPromocode, checkPromocode, isListed } from './promocode-check.ts'
import { freshOnFocus, promocodesQuery } from './promocodes.queries.ts'
import { taxQuery } from './tax.queries.ts'
import { unlistedQuery, verdictOf } from './unlisted-promocode.ts'

/** The cart's courses as the shop has them now. The request grows with the cart, not with the catalogue; an empty cart makes none. */
export const presentQuery = () =>
  queryOptions({
    queryKey: [...api.courses.list.key(), 'cart'],
    queryFn: async ({ signal }) => {
      const requested = useCart
        .getState()
        .lines.map((line) => line.id)
        .slice(0, MAX_COURSE_IDS)
      const cards = requested.length > 0 ? await client.courses.list({ ids: requested.join(',') }, { signal }) : []
      return { asked: requested, cards }
    },
    // A buy link fills the cart after the page has opened.
    enabled: useCart.getState().ready,
    ...freshOnFocus,
  })

/** Id of the notice that a code was applied: it ends with the code. */
export const APPLIED = 'promocode-applied'

/** Id of the notice that a code was refused: it ends with the next one. */
export const REFUSED = 'promocode'

/** Counts of the buyer's courses in these bundles. */
const ownedQuery = (bundles: string[]) =>
  queryOptions({
    queryKey: [...api.orders.price.key(), bundles],
    queryFn: async ({ signal }) => (await import('./owned-parts.ts')).ownedParts(bundles, signal),
    ...freshOnFocus,
    // A purchase made since counts at once.
    gcTime: 0,
    retry: false,
  })

const namesOf = (lines: CartLine[]) => lines.map((line) => line.name).join(', ')

/** Takes the present names and prices into the cart, on every visit of the page; reports removed courses, free ones, and changed prices. */
function usePresentPrices(): void {
  const navigate = useNavigate()
  const { data, dataUpdatedAt, isFetchedAfterMount } = useQuery(presentQuery())
  // An answer from before this page was opened is outdated.
  const present = isFetchedAfterMount ? data : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal answer keeps its identity, and still has to be applied
  useEffect(() => {
    if (!present) return
    // Nobody can pay for a course that is free.
    const free = new Set(present.cards.flatMap((card) => (card.free ? [card.course_id] : [])))
    const priced = present.cards.filter((card) => !card.free)
    const { dropped: left, repriced } = cart.refresh(present.asked, priced)
    const [dropped, freed] = [left.filter(({ id }) => !free.has(id)), left.filter(({ id }) => free.has(id))]
    const [first] = freed
    if (first) {
      toast.info(t('Removed from your cart'), {
        description: plural(
          freed.length,
          {
            one: '{names} is free now. Get it on its page.',
            other: '{names} are free now. Get them on their pages.',
          },
          { names: namesOf(freed) },
        ),
        action: { label: t('Get it free'), onClick: () => navigate(paths.course(first.id)) },
        id: 'cart-freed',
      })
    }
    if (dropped.length > 0) {
      toast.error(t('Removed from your cart'), {
        description: plural(
          dropped.length,
          {
            one: '{names} is no longer available and was removed.',
            other: '{names} are no longer available and were removed.',
          },
          { names: namesOf(dropped) },
        ),
        id: 'cart-dropped',
      })
    }
    if (repriced.length > 0) {
      toast.info(t('Prices have changed'), {
        description: t('The price of {names} has changed. Your cart is updated.', { names: namesOf(repriced) }),
        id: 'cart-repriced',
      })
    }
  }, [present, dataUpdatedAt])
}

export type PricedCartView = {
  /** False in the frame that the server made, where the cart is anybody's. */
  known: boolean
  lines: CartLine[]
  priced: PricedCart
  /** The chosen code, once it is known to hold for this cart. */
  promocode: PublicPromocode | undefined
  /** The chosen code that would hold, were the cart not too small for it. */
  waiting: PublicPromocode | undefined
  /** The tax of invoices; null where there are none, undefined until it is known. */
  tax: ShownTax | null | undefined
  /** The total is not known: there is no word of the cart yet, of the tax, or of the chosen code. */
  checking: boolean
  /** Failure of a request that the total needs: its words, and the retry. */
  failed: { text: string; retry: () => unknown } | undefined
  /** Reason for which a chosen code was dropped. */
  dropped: string | undefined
  promocodes: UseQueryResult<PublicPromocode[]>
}

/** Counts the courses of these lines, those of a bundle too. */
export function coursesText(lines: readonly CartLine[]): string {
  const count = lines.reduce((sum, { includes }) => sum + (includes?.length ?? 1), 0)
  return lines.length === 1 && lines[0]?.includes
    ? plural(count, { one: 'Bundle, {count} course', other: 'Bundle, {count} courses' })
    : plural(count, { one: '{count} course', other: '{count} courses' })
}

/**
 * The cart with the sums of the one function that the server charges by; `offer` is the line that its buyer adds at checkout, and `reduce`
 * takes off what they take off there. Re-checks the saved promo code and drops it when it does not hold.
 */
export function usePricedCart(offer?: CartLine, reduce?: Reduce): PricedCartView {
  usePresentPrices()
  const known = useCart((state) => state.ready)
  const lines = useCart((state) => state.lines)
  const chosen = useCart((state) => state.promocode)
  const promocodes = useQuery(promocodesQuery())
  const notified = useQuery({ ...taxQuery(), ...freshOnFocus })
  const tax = notified.data?.tax
  const [dropped, setDropped] = useState<string>()

  useEffect(() => (chosen ? () => toast.end(APPLIED) : undefined), [chosen])

  const listing = promocodes.data
  const unlisted = chosen !== undefined && listing !== undefined && !isListed(chosen, listing)
  const own = useQuery({ ...unlistedQuery(chosen ?? ''), enabled: unlisted })
  const listed = chosen && listing && !unlisted ? checkPromocode(chosen, listing, lines, shopNow()) : undefined
  const verdict = unlisted && own.data ? verdictOf(chosen, own.data, lines) : listed
  // A code is judged by what it could discount, and an empty cart says nothing about that; by no list but one that has just arrived.
  const settled = promocodes.isSuccess && !promocodes.isFetching && !(unlisted && own.isFetching)
  const problem = lines.length > 0 && settled ? verdict?.problem : undefined
  useEffect(() => {
    if (!problem) return
    cart.choosePromocode(undefined)
    setDropped(problem)
    toast.error(problem, { id: REFUSED })
  }, [problem])

  const unknownCode = Boolean(chosen && (!listing || (unlisted && own.isPending)))
  const failed = promocodes.isError
  useEffect(() => {
    if (failed) toast.error(t('Failed to load promocodes'), { id: 'promocodes' })
  }, [failed])

  const judged = verdict?.promocode
  const bundles = lines.filter(({ includes }) => includes).map(({ id }) => id)
  const isRequested = useSession(isSignedIn) && bundles.length > 0
  const owned = useQuery({ ...ownedQuery(bundles), enabled: isRequested })
  const all = offer ? [...lines, offer] : lines
  const priced = priceCart(
    all.map((line) => ({
      course_id: line.id,
      price_paise: toPaise(line.price),
      quantity: line.quantity,
      offer: line === offer,
      includes: line.includes?.map(({ course_id, price }) => ({ course_id, price_paise: toPaise(price) })),
    })),
    judged && cartPromocode(judged),
    taxRuleOf(tax),
    isRequested ? owned.data : [],
    reduce,
  )
  const short = priced.short_paise > 0
  return {
    known,
    lines: all,
    priced,
    promocode: short ? undefined : judged,
    waiting: short ? judged : undefined,
    tax,
    checking: !known || unknownCode || owned.isLoading || tax === undefined,
    failed:
      tax === undefined && notified.isError
        ? { text: t('Failed to load tax'), retry: notified.refetch }
        : unknownCode && failed
          ? { text: t('Failed to load promocodes'), retry: promocodes.refetch }
          : undefined,
    dropped,
    promocodes,
  }
}
