import type { StudentLesson } from 'contract/learning'
import type { Ref } from 'react'
import { plural, t } from '../../../language/text.ts'
import { isShut } from '../../../shared/courses/is-shut.ts'
import { lessonSource } from '../../../shared/courses/lesson-source.ts'
import { liveFact } from '../../../shared/live/live-fact.ts'
import { useDownloadedIds } from '../../../stores/downloaded-lessons.ts'
import { IconLock } from '../../../ui/buying-icons.ts'
import { bytesText } from '../../../ui/bytes-text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { clockLength, dateText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { IconDownload, IconPlayerPlay } from '../../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { waitsForWork, workText } from '../work-text.ts'
import { hasPicture } from './lesson-natures.ts'
import { percentPlayed, placeText, secondsOf } from './lesson-times.ts'

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    minH: '13',
    py: '2',
    px: { base: '4', lg: '5' },
    fontWeight: '500',
    lineHeight: '1.3',
    textAlign: 'start',
    cursor: 'pointer',
    transition: 'background-color 120ms',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-3px' },
    '&[aria-current]': { bg: 'action.subtle', color: 'action.fg', fontWeight: '600' },
  },
})

export const Disc = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    minW: '7',
    minH: '7',
    borderRadius: 'full',
    fontSize: '.8125rem',
    fontWeight: '700',
    lineHeight: '1',
    borderWidth: '1.5px',
    borderColor: 'border.emphasized',
    color: 'fg.muted',
  },
  variants: {
    state: {
      done: { bg: 'success.solid', borderColor: 'success.solid', color: 'white' },
      open: { bg: 'action.solid', borderColor: 'action.solid', color: 'white' },
      shut: { bg: 'bg.muted', borderColor: 'transparent' },
      ahead: {},
    },
  },
})

/** Fills up; the words beside it say the same. */
const Track = chakra('span', {
  base: {
    display: 'block',
    flex: 'none',
    borderRadius: 'full',
    bg: 'bg.muted',
    overflow: 'hidden',
    '[aria-current] &': { bg: 'bg.panel' },
    '& > span': { display: 'block', h: 'full', borderRadius: 'full', bg: 'colorPalette.focusRing' },
    '@media (forced-colors: active)': { outline: '1px solid', '& > span': { bg: 'Highlight' } },
  },
  variants: {
    of: {
      lesson: { h: '1', mt: '1.5' },
      section: { w: '72px', h: '5px', colorPalette: 'success' },
      course: { h: '1.5', colorPalette: 'success' },
    },
  },
})

/** Draws a part of a whole, for the eye alone. */
export const Part = ({ percent, of }: { percent: number; of: 'lesson' | 'section' | 'course' }) => (
  <Track aria-hidden of={of}>
    <span style={{ width: `${percent}%` }} />
  </Track>
)

const Fact = chakra('span', {
  base: { display: 'block', textStyle: 'sm', fontWeight: '400', color: 'fg.muted', mt: '0.5' },
  variants: { waits: { true: { color: 'buy.fg' } } },
})

/** Lists what keeps a lesson shut. */
function shutFacts({ opens_at, waits_for }: StudentLesson, gate: StudentLesson | undefined): (string | false)[] {
  return [
    opens_at !== null && t('Opens {date}', { date: dateText(new Date(opens_at)) }),
    waits_for !== null && (waitsForWork(gate) ? t('Opens after the assignment') : t('Opens after the quiz')),
  ]
}

function taskFact({ kind, quiz, assignment }: StudentLesson): string | undefined {
  if (quiz?.passed)
    return plural(quiz.questions, { one: 'Quiz, {count} question, passed', other: 'Quiz, {count} questions, passed' })
  if (quiz) return plural(quiz.questions, { one: 'Quiz, {count} question', other: 'Quiz, {count} questions' })
  if (assignment) return workText(assignment)
  if (kind === 'quiz') return t('Quiz, questions to come')
  return kind === 'assignment' ? t('Assignment, to come') : undefined
}

/** `PDF, 1.2 MB`. */
function paperFact({ watch_link, bytes }: StudentLesson): string | undefined {
  if (lessonSource(watch_link).kind !== 'pdf') return undefined
  return bytes == null ? 'PDF' : `PDF, ${bytesText(bytes)}`
}

type Props = {
  lesson: StudentLesson
  /** Counts from 1. */
  number: number
  open: boolean
  /** The lesson whose task is in the way. */
  gate: StudentLesson | undefined
  onChoose: () => void
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A lesson of the list: its state, its length, how far the student is, and what is to be known before it is opened. */
export function LessonRow({ lesson, number, open, gate, onChoose, ref }: Props) {
  const stored = useDownloadedIds(({ ids }) => ids.has(lesson.lesson_id))
  const shut = isShut(lesson)
  const length = secondsOf(lesson)
  const place = hasPicture(lesson) ? placeText(lesson, open) : undefined
  const facts = [
    liveFact(lesson),
    ...(shut ? shutFacts(lesson, gate) : [liveFact(lesson) === undefined && taskFact(lesson)]),
    paperFact(lesson),
    place,
    lesson.is_new && t('New since you finished'),
    lesson.moved_in && t('Moved in'),
  ].filter((fact) => typeof fact === 'string')
  return (
    <li>
      <Item type="button" ref={ref} aria-current={open ? 'true' : undefined} onClick={onChoose}>
        <Disc aria-hidden state={lesson.completed ? 'done' : open ? 'open' : shut ? 'shut' : 'ahead'}>
          {lesson.completed ? (
            <Icon of={IconCheck} size={16} strokeWidth={3} />
          ) : shut ? (
            <Icon of={IconLock} size={16} />
          ) : open && lesson.kind === 'media' ? (
            <Icon of={IconPlayerPlay} size={16} />
          ) : (
            number
          )}
        </Disc>
        <chakra.span flex="1" minW="0" overflowWrap="anywhere">
          <span>{lesson.title}</span>
          {place && length !== null && <Part of="lesson" percent={percentPlayed(lesson)} />}
          {facts.map((fact) => (
            <Fact key={fact} waits={shut}>
              {fact}
            </Fact>
          ))}
        </chakra.span>
        {lesson.completed && <VisuallyHidden>{t(', completed')}</VisuallyHidden>}
        {stored && (
          <chakra.span color="success.fg" title={t('Downloaded')}>
            <Icon of={IconDownload} size={16} />
            <VisuallyHidden>{t('Downloaded')}</VisuallyHidden>
          </chakra.span>
        )}
        {length !== null && (
          <chakra.span textStyle="sm" fontWeight="400" color="fg.muted">
            {clockLength(length)}
          </chakra.span>
        )}
      </Item>
    </li>
  )
}
