import { MAX_COURSE_IDS } from 'contract/catalogue-page'
import { client, isApiError } from '../../api/client.ts'
import { inLanguage } from '../../language/language.ts'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { type CartCourse, cart, startCart, toLine } from '../../stores/cart.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { arrive } from '../../stores/visit.ts'
import { coverCart } from '../../stores/visit-cart.ts'
import { toast } from '../../ui/toaster.ts'

/** Signs that people and chats write after an address. */
const AFTER = /[^\p{L}\p{N}]+$/u

/** Course ids of the address, each once. */
const requested = (): string[] => {
  const listed = new URLSearchParams(window.location.search).getAll('course').join()
  const ids = listed.split(',').map((id) => id.trim().replace(AFTER, ''))
  return [...new Set(ids.filter(Boolean))].slice(0, MAX_COURSE_IDS)
}

/** Lists the present cards of these courses; an id that no course can have is of none. */
async function cardsOf(ids: readonly string[]) {
  try {
    return ids.length > 0 ? await client.courses.list({ ids: ids.join(',') }) : []
  } catch (error) {
    if (isApiError(error) && error.status === 422) return []
    throw error
  }
}

/** Lists the courses that the student has and cannot buy now; the server checks again at the purchase. */
async function ownedCourses(): Promise<string[]> {
  if (!isSignedIn(useSession.getState())) return []
  const known = await client.account.dashboard({}).catch(() => undefined)
  return (known?.orders ?? []).flatMap(({ course_id, access }) => (access?.renewable ? [] : course_id))
}

const leave = (path: string, why: string) => window.location.replace(`${inLanguage(path)}?buy=${why}`)

/** Opens the checkout with the courses of `?course=ID,ID&code=X`, for this visit only. The entry loads this file for such addresses. */
async function fill(): Promise<void> {
  const ids = requested()
  const [cards, owned] = await Promise.all([cardsOf(ids), ownedCourses()])
  const sold = ids.flatMap((id): CartCourse[] => {
    const card = cards.find(({ course_id, free }) => course_id === id && !free)
    return card && !owned.includes(id) ? [card] : []
  })
  const left = ids.filter((id) => !sold.some(({ course_id }) => course_id === id))
  const [first] = left
  if (sold.length === 0) {
    if (!first) return window.location.replace(inLanguage(paths.courses))
    if (left.every((id) => owned.includes(id))) return leave(paths.dashboard, 'owned')
    const shown = left.find((id) => !owned.includes(id)) ?? first
    return leave(paths.course(shown), cards.some(({ course_id }) => course_id === shown) ? 'free' : 'gone')
  }
  coverCart()
  cart.change(() => sold.map(toLine))
  startCart()
  arrive(paths.checkout)
  if (left.length > 0) {
    const text = plural(left.length, {
      one: '{count} course of this link is not on sale, or yours already.',
      other: '{count} courses of this link are not on sale, or yours already.',
    })
    toast.info(text, { id: 'buy-link' })
  }
  // The link's promo code is for this cart.
  await import('./code-link.ts')
}

function start(): void {
  fill().catch(() =>
    toast.error(t('Failed to load courses'), { id: 'buy-link', action: { label: t('Try again'), onClick: start } }),
  )
}

start()
