import { useQuery } from '@tanstack/react-query'
import type { CourseCard } from 'contract/courses/courses'
import { presentQuery } from '../../shared/cart/priced-cart.ts'
import { cart, optionOf, toLine } from '../../stores/cart.ts'
import type { CartLine } from '../../stores/storage.ts'

export type LineOption = { line: CartLine; card: CourseCard; option_id: string }

/** Finds the courses with options among lines of the cart, with what is chosen. */
export function useChosenOptions(lines: readonly CartLine[]): LineOption[] {
  const { data } = useQuery(presentQuery())
  return lines.flatMap((line) => {
    const card = data?.cards.find(({ course_id }) => course_id === line.id)
    const option = card && optionOf(card, line)
    return card && option ? [{ line, card, option_id: option.option_id }] : []
  })
}

/** Changes the option of a line of the cart. */
export const chooseOption = (card: CourseCard, option: string) =>
  cart.change((lines) =>
    lines.map((line) =>
      line.id === card.course_id ? { ...toLine({ ...card, option }), quantity: line.quantity } : line,
    ),
  )
