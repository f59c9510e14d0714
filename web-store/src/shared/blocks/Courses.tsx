import type { PageFacts, ShownSettings } from 'contract/pages/blocks'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2, TextLink } from '../../ui/text.tsx'
import { CourseCard, CourseGrid } from '../courses/CourseCard.tsx'

/** Returns the courses of a block that are on sale. */
export function coursesOf({ choice, course_ids, topic, count }: ShownSettings['courses'], facts: PageFacts) {
  const ids =
    choice === 'chosen'
      ? course_ids
      : choice === 'topic'
        ? (facts.topics.find((one) => one.topic === topic)?.course_ids ?? [])
        : facts.newest
  const shown = choice === 'chosen' ? ids : ids.slice(0, count)
  return shown.flatMap((id) => facts.courses.find((course) => course.course_id === id) ?? [])
}

type Props = { settings: ShownSettings['courses']; facts: PageFacts; top: boolean }

/** Cards of chosen courses, of a topic, or of the newest ones. */
export function Courses({ settings, facts, top }: Props) {
  const courses = coursesOf(settings, facts)
  return (
    <Wrap>
      <chakra.div
        display="flex"
        alignItems="end"
        justifyContent="space-between"
        flexWrap="wrap"
        columnGap="6"
        mb={{ base: '22px', md: '7' }}
      >
        {settings.heading && <H2 overflowWrap="anywhere">{settings.heading}</H2>}
        <TextLink to={paths.courses} whiteSpace="nowrap">
          {t('See all courses')}
        </TextLink>
      </chakra.div>
      <CourseGrid>
        {courses.map((course, at) => (
          <CourseCard key={course.course_id} course={course} eager={top && at === 0} />
        ))}
      </CourseGrid>
    </Wrap>
  )
}
