import { type ReactNode, useEffect } from 'react'
import { t } from '../../language/text.ts'
import type { ShownCourse } from '../../shared/sales/shown-course.ts'
import { Dates, useDates } from './Dates.tsx'

type Props = {
  course: ShownCourse
  /** No date has a free seat. */
  onFull: (full: boolean) => void
  /** The list of who waits, there then. */
  children: ReactNode
}

/** The dates of a workshop on its sales page; the checkout goes on with the chosen one. */
export default function DatesPart({ course: { course_id }, onFull, children }: Props) {
  const { full, ...dates } = useDates(course_id)
  useEffect(() => onFull(full), [full, onFull])
  return (
    <Dates {...dates} legend={t('Choose a date')}>
      {children}
    </Dates>
  )
}
