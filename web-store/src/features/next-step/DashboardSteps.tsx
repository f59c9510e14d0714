import type { EnrolledCourse } from 'contract/account'
import type { z } from 'zod'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { NextStepCard } from './NextStepCard.tsx'

type Courses = { courses: readonly z.output<typeof EnrolledCourse>[] }

/** Shows the next steps that are open as cards, and those that were opened as links in one folded line. */
export default function DashboardSteps({ courses }: Courses) {
  const done = courses.filter(({ next_step }) => next_step?.pressed)
  return (
    <chakra.div display="grid" gap="3" mb={{ base: '6', md: '8' }}>
      {courses.map(
        (course) =>
          course.next_step?.pressed === false && (
            <NextStepCard key={course.course_id} course={course} step={course.next_step} dismiss />
          ),
      )}
      {done.length > 0 && (
        <chakra.details textStyle="sm">
          <chakra.summary py="2.5" cursor="pointer" color="action.fg" fontWeight="600">
            {t('Links of your courses')}
          </chakra.summary>
          <chakra.div display="grid" gap="3" pt="1">
            {done.map(
              (course) =>
                course.next_step && <NextStepCard key={course.course_id} course={course} step={course.next_step} />,
            )}
          </chakra.div>
        </chakra.details>
      )}
    </chakra.div>
  )
}
