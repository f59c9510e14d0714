import { type ComponentType, useEffect } from 'react'
import { t } from '../../language/text.ts'
import type { ShownCourse } from '../../shared/sales/shown-course.ts'
import { chakra } from '../../ui/chakra.ts'
import { Text } from '../../ui/text.tsx'
import { Dates, useDates } from './Dates.tsx'

type Props = {
  course: ShownCourse
  /** No date has a free seat. */
  onFull: (full: boolean) => void
  WaitingList: ComponentType<{ course: ShownCourse }> | undefined
}

// The server writes the button of a course whose dates are full, too: the page learns of them here.
const Place = chakra('div', { base: { '&[data-full] ~ button': { display: 'none' } } })

/** The dates of a workshop on its sales page; the checkout goes on with the chosen one. */
export default function DatesPart({ course, onFull, WaitingList }: Props) {
  const { full, ...dates } = useDates(course.course_id)
  useEffect(() => onFull(full), [full, onFull])
  return (
    <Place data-full={full ? '' : undefined}>
      <Dates {...dates} legend={t('Choose a date')}>
        {full ? (
          WaitingList && <WaitingList course={course} />
        ) : (
          <Text textStyle="sm" color="fg.muted">
            {t('We remind you by email before it begins.')}
          </Text>
        )}
      </Dates>
    </Place>
  )
}
