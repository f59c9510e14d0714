import { client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { cart, toLine } from '../../stores/cart.ts'
import { toast } from '../../ui/toaster.ts'

/** Adds the courses of an unpaid order to the cart, and returns its code. A cart that is paid, or of nobody, adds nothing. */
export async function bringBack(token: string): Promise<string | undefined> {
  const left = await client.sequences.cart({ token }).catch(() => undefined)
  if (!left) return undefined
  const ids = left.courses.map(({ course_id }) => course_id)
  const cards = await client.courses.list({ ids: ids.join(',') })
  const seats = new Map(left.courses.map(({ course_id, quantity }) => [course_id, quantity]))
  cart.change((lines) => [
    ...lines,
    ...cards.flatMap((card) =>
      lines.some(({ id }) => id === card.course_id)
        ? []
        : { ...toLine(card), quantity: seats.get(card.course_id) ?? 1 },
    ),
  ])
  toast.success(t('Cart updated'), { id: 'cart' })
  return left.promocode ?? undefined
}
