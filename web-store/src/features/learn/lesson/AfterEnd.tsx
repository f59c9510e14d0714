import { t } from '../../../language/text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { clockLength } from '../../../ui/format.ts'
import { later } from '../../../ui/later.tsx'
import { Skeleton } from '../../../ui/layout.tsx'
import { H1, Text } from '../../../ui/text.tsx'
import { EndPlace, type EndProps } from './end-place.ts'
import { Disc } from './LessonRow.tsx'
import { stillOpen } from './lesson-natures.ts'
import { doneText, leftOf, placeText, secondsOf } from './lesson-times.ts'

const Line = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    minH: '13',
    py: '2',
    borderTopWidth: '1px',
    borderColor: 'border',
    lineHeight: '1.3',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { color: 'action.fg' },
  },
})

const CourseEnd = later(() => import('./CourseEnd.tsx'), { waiting: <Skeleton h="60" /> })

/** In place of what is below the last lesson: the lessons that are still open, or the end of the course. */
export function AfterEnd(props: EndProps) {
  const { lesson, lessons, onOpen } = props
  const open = stillOpen(lesson, lessons)
  if (open.length === 0) return <CourseEnd {...props} />
  const left = leftOf(lessons)
  return (
    <EndPlace aria-label={t('Still open')}>
      <div>
        <H1 fontSize={{ base: '1.5rem', md: '1.75rem' }}>{t('Still open')}</H1>
        <Text color="fg.muted">
          {[doneText(lessons), left && t('{length} left', { length: left })].filter(Boolean).join(', ')}
        </Text>
      </div>
      <ol>
        {open.map((one) => {
          const seconds = secondsOf(one)
          return (
            <li key={one.lesson_id}>
              <Line type="button" onClick={() => onOpen(one.lesson_id)}>
                <Disc aria-hidden>{lessons.indexOf(one) + 1}</Disc>
                <chakra.span flex="1" minW="0" fontWeight="600" overflowWrap="anywhere">
                  {one.title}
                </chakra.span>
                <chakra.span textStyle="sm" color="fg.muted">
                  {one.position >= 1 ? placeText(one, true) : seconds !== null && clockLength(seconds)}
                </chakra.span>
              </Line>
            </li>
          )
        })}
      </ol>
    </EndPlace>
  )
}
