import { useQuery } from '@tanstack/react-query'
import type { StudentLesson } from 'contract/learning'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { api } from '../../../api/client.ts'
import { t } from '../../../language/text.ts'
import { isShut } from '../../../shared/courses/is-shut.ts'
import { lessonSource } from '../../../shared/courses/lesson-source.ts'
import { studentDrafts } from '../../../stores/drafts.ts'
import { chakra } from '../../../ui/chakra.ts'
import { later } from '../../../ui/later.tsx'
import { Skeleton } from '../../../ui/layout.tsx'
import { Tab, TabList, TabPanel, TabsRoot } from '../../../ui/tabs.ts'
import { Notes } from '../notes/Notes.tsx'
import { notesOptions } from '../notes/use-notes.ts'
import { Transcript } from '../player/Transcript.tsx'
import { UpcomingQuiz } from '../quiz/UpcomingQuiz.tsx'
import { BESIDE_LESSON, ON_ITS_SIDE, type StageHandle } from './stage-parts.tsx'

/** Here, or in the place of the picture. */
export const LessonQuiz = later(() => import('../quiz/LessonQuiz.tsx'), {
  waiting: <UpcomingQuiz />,
})

const Place = chakra('section', {
  base: {
    minW: '0',
    px: { lg: '8' },
    pb: { base: '6', lg: '12' },
    gridColumn: { lg: '2' },
    [ON_ITS_SIDE]: { px: 'max(env(safe-area-inset-left), env(safe-area-inset-right))' },
    // The tabs themselves stop right below the picture.
    scrollMarginTop: '-88px',
  },
})

const Tabs = chakra(TabList, {
  base: {
    position: { base: 'sticky', lg: 'static' },
    top: 'var(--stuck)',
    zIndex: { base: '2', lg: 'auto' },
    flexWrap: 'wrap',
    gap: { base: '0', lg: '1' },
    px: { base: '1.5', lg: '0' },
    bg: { base: 'bg.panel', lg: 'transparent' },
    '& > button': {
      flex: { base: '1 0 auto', lg: 'none' },
      px: { base: '1.5', lg: '4' },
      fontSize: { base: 'clamp(.875rem, 3.8vw, .9375rem)', lg: '1rem' },
    },
  },
})

const Count = chakra('span', {
  base: { ms: '1.5', fontSize: '.8125rem', color: 'fg.subtle', fontVariantNumeric: 'lining-nums tabular-nums' },
})

const Panel = chakra('div', {
  base: {
    bg: 'bg.panel',
    borderWidth: { lg: '1px' },
    borderColor: 'border',
    borderRadius: { lg: 'l3' },
    px: { base: '4', lg: '6' },
    py: { base: '0', lg: '6' },
  },
})

const Content = chakra(TabPanel, { base: { pt: '4' }, variants: { flush: { true: { pt: '0' } } } })

const Questions = later(() => import('../questions/Questions.tsx'), {
  waiting: <Skeleton h="40" aria-label={t('Loading questions')} />,
})

type Props = {
  courseId: string
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  stage: StageHandle | undefined
  onGo: (lessonId: string, second: number) => void
  /** The list of lessons, where it has no column of its own. */
  list: ReactNode
}

const hasQuiz = (lesson: StudentLesson) => lesson.quiz !== null && lesson.kind !== 'quiz' && !isShut(lesson)

/** Names the panel to begin with: what was being written, a quiz to pass, else the first. */
function begun({ lesson, list }: Props): string {
  const id = lesson.lesson_id
  if (studentDrafts.read(`note ${id}`)) return 'notes'
  if (studentDrafts.read(`question ${id}`)) return 'questions'
  if (hasQuiz(lesson) && !lesson.quiz?.passed) return 'quiz'
  return list ? 'lessons' : 'notes'
}

/** Shows the panels below the lesson, one at a time; on narrow screens the lessons are the first of them. */
export function LessonPanels(props: Props) {
  const { courseId, lesson, list } = props
  const id = lesson.lesson_id
  const [search] = useSearchParams()
  // A link in a mail opens one of them.
  const [chosen, setChosen] = useState(() => ({ id, panel: search.get('panel') ?? begun(props) }))
  if (chosen.id !== id) setChosen({ id, panel: begun(props) })
  const counts = useCounts(courseId, lesson)
  const place = useRef<HTMLElement>(null)
  const panels = [
    ...(list ? [{ id: 'lessons', name: t('Lessons'), panel: list }] : []),
    { id: 'notes', name: t('Notes'), count: counts.notes, panel: <Notes key={id} {...props} /> },
    ...(isShut(lesson)
      ? []
      : [{ id: 'questions', name: t('Questions'), count: counts.questions, panel: <Questions key={id} {...props} /> }]),
    ...(lesson.captions.length > 0 && lessonSource(lesson.watch_link).kind === 'video'
      ? [{ id: 'transcript', name: t('Transcript'), panel: <Transcript key={id} {...props} /> }]
      : []),
    ...(hasQuiz(lesson)
      ? [{ id: 'quiz', name: t('Quiz'), panel: <LessonQuiz key={id} courseId={courseId} lessonId={id} /> }]
      : []),
  ]
  const open = panels.find((panel) => panel.id === chosen.panel) ?? panels[0]
  const openId = open?.id
  // Another panel begins at its top, below the picture that stays.
  useEffect(() => {
    const top = openId && place.current?.getBoundingClientRect().top
    if (top && top < 0) place.current?.scrollIntoView({ behavior: 'instant' })
  }, [openId])
  if (!open) return null
  return (
    <Place ref={place} id={BESIDE_LESSON} aria-label={t('Beside the lesson')}>
      <TabsRoot value={open.id} onValueChange={({ value }) => setChosen({ id, panel: value })}>
        <Tabs>
          {panels.map(({ id, name, count = 0 }) => (
            <Tab key={id} value={id}>
              <span>{name}</span>
              {count > 0 && <Count>{count}</Count>}
            </Tab>
          ))}
        </Tabs>
        {panels.map(({ id, panel }) => (
          <Content key={id} value={id} flush={id === 'lessons'}>
            {/* The list keeps what is folded in it. */}
            {id === 'lessons' ? panel : id === open.id && <Panel>{panel}</Panel>}
          </Content>
        ))}
      </TabsRoot>
    </Place>
  )
}

/** Counts what the panels hold, without a request of its own: as they have loaded it, else as the lesson has it. */
function useCounts(courseId: string, { lesson_id: lessonId, notes, questions }: StudentLesson) {
  const known = useQuery({ ...notesOptions(courseId), enabled: false }).data?.notes
  const requested = useQuery({
    ...api.questions.list.queryOptions({ input: { courseId, lessonId } }),
    enabled: false,
  }).data
  return {
    notes: known?.filter(({ lesson_id }) => lesson_id === lessonId).length ?? notes,
    questions: requested?.questions.length ?? questions,
  }
}
