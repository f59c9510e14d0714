import { type CourseOption, soldOption } from 'contract/courses/sold-option'
import { lengthText, type ShownOption } from './OptionRadios.tsx'

type Sold = {
  name: string
  price: number
  access_period: string | null
  options?: readonly (CourseOption & { note?: string | null | undefined })[] | null | undefined
}

/** Lists the prices of a course as a visitor chooses between them. */
export const shownOptions = (course: Sold): ShownOption[] =>
  (course.options ?? []).flatMap((option) => {
    const sold = soldOption(course, option.option_id)
    if (!sold) return []
    const { option_id, name, note } = option
    return [{ option_id, name, note, price: sold.price, access: lengthText(sold.access_period) }]
  })
