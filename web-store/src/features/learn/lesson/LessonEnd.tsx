import type { StudentLesson } from 'contract/learning'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { plural, t } from '../../../language/text.ts'
import { paths } from '../../../paths.ts'
import { choose, usePlayerChoices } from '../../../stores/player-choices.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { Text } from '../../../ui/text.tsx'
import { focusOf } from '../player/controls/keys.ts'
import { useTicks } from '../player/use-ticks.ts'
import { isConfirmedFirst, stillOpen } from './lesson-natures.ts'
import { doneText, wholeText } from './lesson-times.ts'

/** Seconds until the next lesson begins. */
const WAIT = 5

const Place = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    zIndex: '10',
    display: 'grid',
    placeContent: 'safe center',
    justifyItems: 'center',
    gap: { base: '1', md: '2' },
    p: { base: '2', md: '4' },
    overflowY: 'auto',
    bg: '#0C0D2B',
    color: 'white',
    textAlign: 'center',
  },
})

const Ring = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: { base: '9', md: '15' },
    h: { base: '9', md: '15' },
    borderRadius: 'full',
    borderWidth: { base: '3px', md: '5px' },
    borderColor: '#3A3F85',
    borderTopColor: '#FFB81C',
    borderRightColor: '#FFB81C',
    fontSize: { base: '1rem', md: '1.375rem' },
    fontWeight: '700',
  },
})

const Done = chakra('span', {
  base: { display: 'grid', placeItems: 'center', w: '12', h: '12', borderRadius: 'full', bg: '#1C7A43' },
})

const Title = chakra('p', {
  base: {
    textStyle: 'h3',
    maxW: '26em',
    overflowWrap: 'anywhere',
    lineClamp: '2',
    fontSize: { base: '1rem', md: '1.25rem' },
  },
})

const Buttons = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '2', mt: '1' },
})

const muted = { textStyle: 'sm', color: '#C3C8F0' } as const

type Props = {
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  next: StudentLesson | undefined
  onNext: () => void
  onOpen: (lessonId: string) => void
  /** The lesson that has ended stays open. */
  onStay: () => void
}

/** Follows the end of a lesson: the next one after five seconds, what is still open after the last, or that all is done. */
export function LessonEnd({ lesson, lessons, next, onNext, onOpen, onStay }: Props) {
  const place = useRef<HTMLDivElement>(null)
  // A focus in the player, or nowhere, moves to the first button; a focus in a text stays.
  useEffect(() => {
    const { activeElement } = document
    const free =
      place.current?.parentElement?.contains(activeElement) || activeElement?.matches('body, [tabindex="-1"]')
    if (free) place.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [])
  return (
    <Place ref={place} role="group" aria-label={t('End of the lesson')} data-stage="">
      {next ? (
        <Next lesson={lesson} next={next} onNext={onNext} onStay={onStay} />
      ) : (
        <Last lesson={lesson} lessons={lessons} onOpen={onOpen} onStay={onStay} />
      )}
    </Place>
  )
}

type NextProps = Omit<Props, 'lessons' | 'onOpen'> & { next: StudentLesson }

function Next({ lesson, next, onNext, onStay }: NextProps) {
  const byItself = usePlayerChoices(({ nextByItself }) => nextByItself)
  // Nothing moves by itself with reduced motion, or while the student writes.
  const [calm] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches || isWriting())
  // No countdown passes a quiz below, or leads to a closed lesson.
  const held = isConfirmedFirst(lesson, next)
  const runs = byItself && !calm && !held
  const left = useTicks(WAIT, runs, onNext)
  return (
    <>
      {runs && <Ring aria-hidden>{left}</Ring>}
      <Text role="status" {...muted}>
        {runs ? t('Next lesson in {seconds} seconds', { seconds: WAIT }) : t('Next lesson')}
      </Text>
      <Title>{next.title}</Title>
      <Buttons>
        <Button variant="white" size="sm" onClick={onNext}>
          {held || next.kind !== 'media' ? t('Go on') : t('Play now')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            if (runs) choose({ nextByItself: false })
            onStay()
          }}
        >
          {t('Stay here')}
        </Button>
      </Buttons>
      {!byItself && (
        <chakra.label display="flex" alignItems="center" gap="2" minH="6" {...muted}>
          <input type="checkbox" checked={false} onChange={() => choose({ nextByItself: true })} />
          {t('Start the next lesson by itself')}
        </chakra.label>
      )}
    </>
  )
}

function Last({ lesson, lessons, onOpen, onStay }: Omit<Props, 'next' | 'onNext'>) {
  const all = lessons.every(({ completed }) => completed)
  const open = stillOpen(lesson, lessons)
  const [first] = open
  const stay = (
    <Button variant="outline" size="sm" onClick={onStay}>
      {t('Stay here')}
    </Button>
  )
  if (first) {
    return (
      <>
        <Text role="status" {...muted}>
          {lesson === lessons.at(-1) ? t('This was the last lesson') : t('Nothing is open after this lesson')}
        </Text>
        <Title>
          {plural(open.length, { one: '{count} lesson is still open', other: '{count} lessons are still open' })}
        </Title>
        <Buttons>
          <Button variant="white" size="sm" onClick={() => onOpen(first.lesson_id)}>
            {t('Go to lesson {number}', { number: lessons.indexOf(first) + 1 })}
          </Button>
          {stay}
        </Buttons>
      </>
    )
  }
  return (
    <>
      {all && (
        <Done>
          <Icon of={IconCheck} size={24} />
        </Done>
      )}
      <Title>{all ? t('You finished the course') : t('This was the last lesson')}</Title>
      <Text role="status" {...muted}>
        {all ? wholeText(lessons) : doneText(lessons)}
      </Text>
      <Buttons>
        <Button asChild variant="white" size="sm">
          <Link to={paths.dashboard}>{t('Go to your dashboard')}</Link>
        </Button>
        {stay}
      </Buttons>
    </>
  )
}

export const isWriting = (): boolean => focusOf(document.activeElement, null).taken
