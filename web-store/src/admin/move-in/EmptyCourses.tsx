import type { EmptyCourse } from 'contract/move-in/plan'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { manyText } from './move-figures.ts'

const SHOWN = 5

/** Names the courses without lessons, and how many people wait for each; nothing where every course has some. */
export function EmptyCourses({ courses }: { courses: readonly EmptyCourse[] }) {
  if (courses.length === 0) return null
  const more = courses.length - SHOWN
  return (
    <chakra.div
      display="flex"
      gap="2.5"
      px="4"
      py="3"
      borderRadius="l2"
      bg="buy.subtle"
      fontSize=".9375rem"
      lineHeight="1.45"
      css={{ '& svg': { flex: 'none', color: 'buy.fg', mt: '1px' } }}
    >
      <Icon of={IconAlertTriangle} />
      <div>
        <b>{manyText(courses.length, 'course has', 'courses have')} no lessons yet.</b> Students see that the lessons
        are being prepared. Their progress is stored, and applied once you add the lessons.
        <chakra.ul mt="1" ps="4" listStyleType="disc" overflowWrap="anywhere">
          {courses.slice(0, SHOWN).map(({ course_id, name, people }) => (
            <li key={course_id ?? name}>
              {name}: {manyText(people, 'person waits', 'people wait')}
            </li>
          ))}
          {more > 0 && <li>{manyText(more, 'more course', 'more courses')}</li>}
        </chakra.ul>
      </div>
    </chakra.div>
  )
}
