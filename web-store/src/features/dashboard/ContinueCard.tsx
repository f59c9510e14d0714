import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { lessonToContinue } from '../../shared/courses/lesson-to-continue.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { clockLength } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Stage } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { IconPlayerPlay } from '../../ui/secondary-icons.ts'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import type { Enrolled } from './EnrolledCourse.tsx'

const Body = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', md: 'nowrap' },
    alignItems: 'center',
    gap: { base: '3.5', md: '6' },
    px: { base: '4', md: '7' },
    pt: { base: '4', md: '22px' },
    pb: { base: '5', md: '26px' },
  },
})

const Title = chakra('h2', {
  base: {
    fontSize: { base: '1.1875rem', md: '1.625rem' },
    lineHeight: 'calc(1.15 + var(--signs, 0))',
    fontWeight: '700',
    fontStretch: '84%',
    textWrap: 'balance',
    mt: '0.5',
    mb: '1',
    overflowWrap: 'anywhere',
  },
})

/** Leads to the lesson watched last, or the next one when that is done. */
export function ContinueCard({ course }: { course: Enrolled }) {
  const { course_id: courseId, course_name: name } = course
  const { data } = useQuery(api.learning.getContent.queryOptions({ input: { courseId } }))
  const lessons = data?.content ?? []
  const next = lessonToContinue(lessons, course.last_lesson_id)
  return (
    <Stage data-clear borderRadius="4px 4px {radii.l3} {radii.l3}" mb="6" aria-label={t('Continue')}>
      <Awning mt="-1px" mx="-1.5" />
      <Body>
        <chakra.div w={{ base: '24', md: '176px' }} flexShrink="0" borderRadius="l1" overflow="hidden">
          <Picture place="thumb" src={course.course_banner} alt="" label="" cover={course.course_name} eager />
        </chakra.div>
        <chakra.div flex="1" minW="0" flexBasis={{ base: 'calc(100% - 112px)', md: '0' }}>
          <Text textStyle="sm" color="stage.muted">
            {next?.position ? stoppedAt(next) : t('Continue where you stopped')}
          </Text>
          <Title>
            {next ? t('Lesson {number}: {title}', { number: lessons.indexOf(next) + 1, title: next.title }) : name}
          </Title>
          <Text color="stage.muted" fontSize={{ base: '.875rem', md: '1rem' }} minH="1.55em">
            {next &&
              plural(
                course.lessons,
                { one: '{course}, {done} of {count} lesson done', other: '{course}, {done} of {count} lessons done' },
                { course: name, done: course.lessons_done },
              )}
          </Text>
        </chakra.div>
        <Button asChild variant="white" size="lg" w={{ base: 'full', md: 'auto' }}>
          <Link to={paths.learn(courseId) + (next ? `?lesson=${encodeURIComponent(next.lesson_id)}` : '')}>
            <Icon of={IconPlayerPlay} />
            <span>{t('Continue')}</span>
            <VisuallyHidden>: {name}</VisuallyHidden>
          </Link>
        </Button>
      </Body>
    </Stage>
  )
}

/** `Continue at 12:34 of 20:10`, or without the length where nobody knows that. */
function stoppedAt({ position, ...lesson }: { position: number; seconds: number | null; length: number | null }) {
  const length = lesson.length ?? lesson.seconds
  return length === null
    ? t('Continue at {position}', { position: clockLength(position) })
    : t('Continue at {position} of {length}', { position: clockLength(position), length: clockLength(length) })
}
