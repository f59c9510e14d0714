import type { StudentLesson } from 'contract/learning'
import { useEffect, useRef } from 'react'
import { rich } from '../../../language/rich.tsx'
import { plural, t } from '../../../language/text.ts'
import { bySection } from '../../../shared/courses/lesson-sections.ts'
import { useKeptIds } from '../../../stores/kept-lessons.ts'
import { chakra } from '../../../ui/chakra.ts'
import { dateText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { IconLock, IconPlayerPlay } from '../../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { liveFact } from '../live/live-fact.ts'
import { waitsForWork, workText } from '../work-text.ts'
import { isShut } from './is-shut.ts'

const List = chakra('nav', {
  base: {
    bg: 'bg.panel',
    borderColor: 'border',
    borderTopWidth: { base: '1px', lg: '0' },
    borderRightWidth: { lg: '1px' },
    gridRow: { lg: 'span 2' },
    position: { lg: 'sticky' },
    top: '0',
    maxH: { lg: '100dvh' },
    overflowY: { lg: 'auto' },
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    py: '13px',
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

const Disc = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    w: '7',
    h: '7',
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
      ahead: {},
    },
  },
})

/** Heading of a section; stays in view while its lessons are. */
const Heading = chakra('h2', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '3',
    position: { lg: 'sticky' },
    top: '0',
    zIndex: '1',
    px: { base: '4', lg: '5' },
    py: '2.5',
    bg: 'bg.subtle',
    borderBlockWidth: '1px',
    borderColor: 'border',
    textStyle: 'label',
    fontWeight: '600',
    '& > span:last-child': { textStyle: 'sm', fontWeight: '400', color: 'fg.muted', whiteSpace: 'nowrap' },
  },
})

/** All that is to be known of a lesson before it is opened. */
function factsOf(lesson: StudentLesson, gate: StudentLesson | undefined): (string | undefined)[] {
  const { opens_at, waits_for } = lesson
  const shut = [
    opens_at ? t('Opens {date}', { date: dateText(new Date(opens_at)) }) : undefined,
    waits_for ? (waitsForWork(gate) ? t('Opens after the assignment') : t('Opens after the quiz')) : undefined,
  ]
  const live = liveFact(lesson)
  return isShut(lesson) ? [live, ...shut] : [live ?? taskFact(lesson)]
}

function taskFact({ kind, quiz, assignment }: StudentLesson): string | undefined {
  if (quiz?.passed)
    return plural(quiz.questions, { one: 'Quiz, {count} question, passed', other: 'Quiz, {count} questions, passed' })
  if (quiz) return plural(quiz.questions, { one: 'Quiz, {count} question', other: 'Quiz, {count} questions' })
  if (assignment) return workText(assignment)
  if (kind === 'quiz') return t('Quiz, questions to come')
  return kind === 'assignment' ? t('Assignment, to come') : undefined
}

type Props = { lessons: readonly StudentLesson[]; currentId: string | undefined; onChoose: (lessonId: string) => void }

/** The lessons in order; the one that is open is marked as the current one, also for screen readers. */
export function LessonList({ lessons, currentId, onChoose }: Props) {
  const nav = useRef<HTMLElement>(null)
  const current = useRef<HTMLButtonElement>(null)
  const kept = useKeptIds(({ ids }) => ids)
  const done = lessons.filter((lesson) => lesson.completed).length

  // Scrolls the open lesson into view in the list's own scroller; the page does not move.
  useEffect(() => {
    const [box, item] = [nav.current, currentId && current.current]
    if (!box || !item || box.scrollHeight <= box.clientHeight) return
    const top = item.offsetTop
    if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2
    }
  }, [currentId])

  return (
    <List ref={nav} aria-label={t('Lessons')}>
      <chakra.p
        display="flex"
        justifyContent="space-between"
        pt="4.5"
        pb="3"
        px={{ base: '4', lg: '5' }}
        textStyle="sm"
        color="fg.muted"
      >
        <chakra.b color="fg" fontWeight="550">
          {plural(lessons.length, { one: '{count} lesson', other: '{count} lessons' })}
        </chakra.b>
        <span>{t('{done} done', { done })}</span>
      </chakra.p>
      {bySection(lessons).map(({ section, lessons: own }) => (
        <section key={own[0]?.lesson.lesson_id} aria-label={section ?? undefined}>
          {section !== null && (
            <Heading>
              <chakra.span minW="0" overflowWrap="anywhere">
                {section}
              </chakra.span>
              <span>
                {rich('{done} of {all}<more> done</more>', {
                  done: own.filter(({ lesson }) => lesson.completed).length,
                  all: own.length,
                  more: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
                })}
              </span>
            </Heading>
          )}
          <ol start={(own[0]?.place ?? 0) + 1}>
            {own.map(({ lesson, place }) => {
              const open = lesson.lesson_id === currentId
              const gate = lessons.find(({ lesson_id }) => lesson_id === lesson.waits_for)
              const facts = [
                ...factsOf(lesson, gate),
                kept.has(lesson.lesson_id) && t('Downloaded'),
                lesson.moved_in && t('Moved in'),
              ]
              return (
                <li key={lesson.lesson_id}>
                  <Item
                    type="button"
                    ref={open ? current : undefined}
                    aria-current={open ? 'true' : undefined}
                    onClick={() => onChoose(lesson.lesson_id)}
                  >
                    <Disc aria-hidden state={lesson.completed ? 'done' : open ? 'open' : 'ahead'}>
                      {lesson.completed ? (
                        <Icon of={IconCheck} size={16} strokeWidth={3} />
                      ) : isShut(lesson) ? (
                        <Icon of={IconLock} size={16} />
                      ) : open && lesson.kind === 'media' ? (
                        <Icon of={IconPlayerPlay} size={16} />
                      ) : (
                        place + 1
                      )}
                    </Disc>
                    <chakra.span minW="0" overflowWrap="anywhere">
                      {lesson.title}
                      {facts.map(
                        (fact) =>
                          fact && (
                            <chakra.span key={fact} display="block" textStyle="sm" fontWeight="400" color="fg.muted">
                              {fact}
                            </chakra.span>
                          ),
                      )}
                    </chakra.span>
                    {lesson.completed && <VisuallyHidden>{t(', completed')}</VisuallyHidden>}
                  </Item>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </List>
  )
}
