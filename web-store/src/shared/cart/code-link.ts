import { promocodeProblems } from 'contract/promocode-check'
import { client } from '../../api/client.ts'
import { language } from '../../language/language.ts'
import { filled, t } from '../../language/text.ts'
import { cart } from '../../stores/cart.ts'
import { dateText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { offerText } from './promocode-check.ts'

const MOST = 100
const look = { id: 'promocode', duration: 9000 }

/**
 * Takes `code` out of the address, with `back` the cart of a reminder, and chooses it for the cart, as if it had been typed; the notice says what it gives. An ended or
 * unknown code changes nothing. Without an answer it stays in the address, for the next load. The entry loads this file for such addresses.
 */
async function takeCode(): Promise<void> {
  const address = new URL(window.location.href)
  const left = await bringBack(address.searchParams.get('back'))
  const code = codeOf(address) || left
  const refused = refusals[address.searchParams.get('buy') ?? '']
  if (language !== 'en') await import('../../language/sentences.ts')
  if (refused) toast.info(filled(refused), look)
  const unknown = { promocode: null, problem: { detail: promocodeProblems.promocode_invalid } }
  const checked = code && (code.length > MOST ? unknown : await client.promocodes.check({ promocode: code }))
  drop()
  if (!checked) return
  const { promocode, problem } = checked
  if (!promocode) {
    // The notice is for this page: it does not follow to the checkout.
    document.addEventListener('click', () => toast.end(look.id), { once: true, capture: true })
    const day = problem && 'ended_at' in problem && problem.ended_at ? dateText(new Date(problem.ended_at)) : undefined
    return toast.error(filled(problem?.detail ?? promocodeProblems.promocode_invalid), {
      ...look,
      ...(day && code ? { description: t('{code} ended on {day}.', { code: code.toUpperCase(), day }) } : {}),
    })
  }
  cart.choosePromocode(promocode.promocode)
  const values = { code: promocode.promocode, offer: offerText(promocode) }
  toast.success(t('Code {code} is in your cart: {offer}.', values), look)
}

export type OrderCart = { bringBack: (token: string) => Promise<string | undefined> }

/** Reads the cart of an unpaid order, to which a letter links. */
const carts = Object.values(import.meta.glob<OrderCart>('./order-cart.ts'))

async function bringBack(token: string | null): Promise<string | undefined> {
  const [load] = carts
  return token && load ? (await load()).bringBack(token) : undefined
}

const codeOf = (address: URL) => address.searchParams.get('code')?.trim()

/** Reasons for which a buy link led to this page. */
const refusals: Record<string, string> = {
  gone: t('This course is not on sale now.'),
  free: t('This course is free. Get it here.'),
  owned: 'You already own this course',
}

/** The page may have moved on meanwhile. The router hears of the shorter address by `popstate`. */
function drop(): void {
  const address = new URL(window.location.href)
  const { searchParams } = address
  // A buy link fills its cart again after a reload.
  if (!['code', 'buy'].some((name) => searchParams.has(name)) || searchParams.has('course')) return
  for (const name of ['code', 'back', 'buy']) searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
}

takeCode().catch(() => toast.error(t('Failed to load promocodes'), look))
