import type { StudentLesson } from 'contract/learning'
import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { isShut } from '../../../shared/courses/is-shut.ts'
import { downloadHref } from '../../../shared/courses/lesson-source.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { IconArrowRight, IconDownload } from '../../../ui/secondary-icons.ts'
import { Text, VisuallyHidden } from '../../../ui/text.tsx'
import { workText } from '../work-text.ts'
import { WorkLink } from './LessonAssignment.tsx'
import { isConfirmedFirst, isMarked, stillOpen } from './lesson-natures.ts'

const Under = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: { base: '4', lg: '0' },
    pt: { base: '3', lg: '5' },
    pb: { base: '3', lg: '0' },
    // On a phone the way on has a row of its own, above what else there is to do.
    '& > [data-way-on]': { order: { base: '-1', lg: '0' }, flexBasis: { base: '100%', lg: 'auto' } },
    '& > button, & > a': {
      flexGrow: { base: '1', lg: '0' },
      flexShrink: { base: '1', lg: '0' },
      px: { base: '2.5', md: '4.5' },
      whiteSpace: { base: 'normal', lg: 'nowrap' },
    },
  },
})

type Props = {
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  marking: boolean
  onMark: () => void
  onOpen: (lessonId: string) => void
  /** Shows the end of the course; absent until all lessons are done. */
  onEnd: (() => void) | undefined
  /** The title, where it is below a picture. */
  children: ReactNode
}

/** Shows the actions of the open lesson, and leads to the next one; from the last to the first that is still open, or to the end. */
export function LessonActions({ lesson, lessons, marking, onMark, onOpen, onEnd, children }: Props) {
  const download = downloadHref(lesson.download_link)
  const next = lessons[lessons.indexOf(lesson) + 1]
  const on = next ?? stillOpen(lesson, lessons)[0]
  return (
    <>
      <Under justifyContent="end">
        {children}
        <Button variant="outline" hidden={isShut(lesson) || isMarked(lesson)} busy={marking} onClick={onMark}>
          {lesson.completed ? (
            <>
              <chakra.span color="success.fg" asChild>
                <Icon of={IconCheck} />
              </chakra.span>
              <span>{t('Completed')}</span>
              <VisuallyHidden>{t(', mark as not complete')}</VisuallyHidden>
            </>
          ) : (
            <>
              <Icon of={IconCheck} />
              {t('Mark as complete')}
            </>
          )}
        </Button>
        {download && (
          <Button asChild variant="outline">
            <a href={download} target="_blank" rel="noopener noreferrer">
              <Icon of={IconDownload} />
              {t('Download Resources')}
            </a>
          </Button>
        )}
        {(on || onEnd) && (
          <Button
            data-way-on
            variant={(next ? isConfirmedFirst(lesson, next) : !lesson.completed) ? 'outline' : 'solid'}
            onClick={on ? () => onOpen(on.lesson_id) : onEnd}
          >
            {next
              ? t('Next lesson')
              : on
                ? t('Go to lesson {number}', { number: lessons.indexOf(on) + 1 })
                : t('See the end of the course')}
            <Icon of={IconArrowRight} />
          </Button>
        )}
      </Under>
      {lesson.assignment && lesson.kind !== 'assignment' && !isShut(lesson) && (
        <Under>
          <Text flex="1">{workText(lesson.assignment)}</Text>
          <WorkLink lesson={lesson} variant="outline" />
        </Under>
      )}
    </>
  )
}
