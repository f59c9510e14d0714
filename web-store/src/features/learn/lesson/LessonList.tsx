import type { StudentLesson } from 'contract/learning'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { plural, t } from '../../../language/text.ts'
import { bySection } from '../../../shared/courses/lesson-sections.ts'
import { IconChevronDown } from '../../../ui/buying-icons.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { LessonRow, Part } from './LessonRow.tsx'
import { doneText, leftOf } from './lesson-times.ts'
import { percentDone } from './use-content.ts'

const List = chakra('nav', {
  base: {
    bg: 'bg.panel',
    borderColor: 'border',
    borderRightWidth: { lg: '1px' },
    gridRow: { lg: 'span 2' },
    position: { lg: 'sticky' },
    top: '0',
    maxH: { lg: '100dvh' },
    overflowY: { lg: 'auto' },
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

/** Sums up the course. */
const Whole = chakra('div', {
  base: { display: 'grid', gap: '2', pt: { base: '3.5', lg: '4.5' }, pb: '3', px: { base: '4', lg: '5' } },
})

const Ends = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '3',
    textStyle: 'sm',
    color: 'fg.muted',
    '& > b': { color: 'fg', fontWeight: '600', fontSize: '1rem' },
  },
})

/** A section, which the student folds; its head stays in view while its lessons are. */
const Section = chakra('details', {
  base: {
    '& > summary': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: '14',
      position: { lg: 'sticky' },
      top: '0',
      zIndex: '1',
      px: { base: '4', lg: '5' },
      py: '2',
      bg: 'bg.subtle',
      borderTopWidth: '1px',
      borderColor: 'border',
      cursor: 'pointer',
      listStyle: 'none',
      _focusVisible: { outlineOffset: '-3px' },
      '&::-webkit-details-marker': { display: 'none' },
      '& > svg': { flex: 'none' },
    },
    '&[open] > summary > svg': { transform: 'rotate(180deg)' },
  },
})

const Heading = chakra('h2', {
  base: { textStyle: 'label', fontSize: '1rem', fontWeight: '600', overflowWrap: 'anywhere' },
})

type Props = { lessons: readonly StudentLesson[]; currentId: string | undefined; onChoose: (lessonId: string) => void }

/** The lessons in order; the one that is open is marked as the current one, also for screen readers. */
export function LessonList({ lessons, currentId, onChoose }: Props) {
  const nav = useRef<HTMLElement>(null)
  const current = useRef<HTMLButtonElement>(null)

  // Scrolls the open lesson into view in the list's own scroller; the page does not move.
  useEffect(() => {
    const [box, item] = [nav.current, currentId && current.current]
    if (!box || !item || box.scrollHeight <= box.clientHeight) return
    const top = item.offsetTop
    if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2
    }
  }, [currentId])

  const left = leftOf(lessons)
  return (
    <List ref={nav} aria-label={t('Lessons')}>
      <Whole>
        <Ends>
          <b>
            {left
              ? t('{length} left', { length: left })
              : plural(lessons.length, { one: '{count} lesson', other: '{count} lessons' })}
          </b>
          <span>{doneText(lessons)}</span>
        </Ends>
        <Part of="course" percent={percentDone(lessons)} />
      </Whole>
      {bySection(lessons).map(({ section, lessons: own }) => (
        <Folding
          key={own[0]?.lesson.lesson_id}
          name={section}
          own={own.map(({ lesson }) => lesson)}
          currentId={currentId}
        >
          <ol start={(own[0]?.place ?? 0) + 1}>
            {own.map(({ lesson, place }) => (
              <LessonRow
                key={lesson.lesson_id}
                lesson={lesson}
                number={place + 1}
                open={lesson.lesson_id === currentId}
                gate={lessons.find(({ lesson_id }) => lesson_id === lesson.waits_for)}
                onChoose={() => onChoose(lesson.lesson_id)}
                ref={lesson.lesson_id === currentId ? current : undefined}
              />
            ))}
          </ol>
        </Folding>
      ))}
    </List>
  )
}

type FoldingProps = { name: string | null; own: StudentLesson[]; currentId: string | undefined; children: ReactNode }

/** A section with a name folds. It is open while the open lesson is in it, and when the student opens it. */
function Folding({ name, own, currentId, children }: FoldingProps) {
  const holds = own.some(({ lesson_id }) => lesson_id === currentId)
  const [open, setOpen] = useState(holds)
  const [held, setHeld] = useState(holds)
  if (held !== holds) {
    setHeld(holds)
    setOpen(holds)
  }
  if (name === null) return <section>{children}</section>
  return (
    <Section open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <chakra.div flex="1" minW="0">
          <Heading>{name}</Heading>
          <chakra.p display="flex" alignItems="center" gap="2.5" textStyle="sm" color="fg.muted">
            <Part of="section" percent={percentDone(own)} />
            <span>{doneText(own)}</span>
          </chakra.p>
        </chakra.div>
        <Icon of={IconChevronDown} size={16} />
      </summary>
      {children}
    </Section>
  )
}
