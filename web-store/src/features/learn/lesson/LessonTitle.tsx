import type { StudentLesson } from 'contract/learning'
import type { Ref } from 'react'
import { t } from '../../../language/text.ts'
import { spanText } from '../../../shared/courses/span-text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Text } from '../../../ui/text.tsx'
import { leftOf, secondsOf } from './lesson-times.ts'

const Place = chakra('div', {
  base: { order: { base: '-2', lg: '0' }, flex: '1', flexBasis: { base: '100%', lg: '240px' }, minW: '0' },
  // Above a page of words it has its space itself; below a picture it shares a line with the buttons.
  variants: { above: { true: { p: { base: '4', lg: '0' }, pb: { lg: '5' } } } },
})

const Title = chakra('h1', {
  base: {
    textStyle: 'h1',
    fontSize: { base: '1.375rem', md: '1.75rem' },
    overflowWrap: 'anywhere',
    outline: '0 !important',
  },
})

type LessonTitleProps = {
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  above?: boolean
  /** The lesson's last second was played. */
  ended?: boolean
  ref: Ref<HTMLHeadingElement>
}

/** The page's title: what the lesson is called, the how-many-eth it is, and how long; at its end what is left of the course. */
export function LessonTitle({ lesson, lessons, above, ended, ref }: LessonTitleProps) {
  const number = lessons.indexOf(lesson) + 1
  const seconds = secondsOf(lesson)
  const left = leftOf(lessons)
  return (
    <Place above={above}>
      <Title ref={ref} tabIndex={-1}>
        {lesson.title}
      </Title>
      {ended && lesson.completed && left ? (
        <Text color="success.fg" fontWeight="550" fontVariantNumeric="lining-nums tabular-nums">
          {t('Lesson {number} is complete. {length} left in the course.', { number, length: left })}
        </Text>
      ) : (
        <Text color="fg.muted" fontVariantNumeric="lining-nums tabular-nums">
          {seconds === null
            ? t('Lesson {number} of {all}', { number, all: lessons.length })
            : t('Lesson {number} of {all}, {length}', { number, all: lessons.length, length: spanText(seconds) })}
        </Text>
      )}
    </Place>
  )
}
