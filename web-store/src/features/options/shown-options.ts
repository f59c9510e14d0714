import { type CourseOption, soldOption } from 'contract/courses/sold-option'
import { t } from '../../language/text.ts'
import { accessText } from '../../shared/courses/access-text.ts'
import { rupeesText } from '../../ui/format.ts'

type Sold = {
  name: string
  price: number
  access_period: string | null
  options?: readonly (CourseOption & { note?: string | null | undefined })[] | null | undefined
}

/** The words under an option: the length of its access, and its note. */
export const belowText = (access: string, note: string | null | undefined) =>
  [access, ...(note ? [note] : [])].join('. ')

/** Lists the prices of a course as a visitor chooses between them. */
export const shownOptions = (course: Sold) =>
  (course.options ?? []).flatMap(({ option_id: key, name, note }) => {
    const sold = soldOption(course, key)
    if (!sold) return []
    const access = sold.access_period ? accessText(sold.access_period) : t('Lifetime access')
    return [{ key, name, end: rupeesText(sold.price), below: belowText(access, note) }]
  })
