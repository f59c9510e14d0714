import type { StudentLesson } from 'contract/learning'
import { useState } from 'react'
import { t } from '../../../language/text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { later } from '../../../ui/later.tsx'
import { Skeleton } from '../../../ui/layout.tsx'
import { Tab, TabList, TabPanel, TabsRoot } from '../../../ui/tabs.ts'
import { Notes } from '../notes/Notes.tsx'
import { Transcript } from '../player/Transcript.tsx'
import { QuizToCome } from '../quiz/QuizToCome.tsx'
import { isShut } from './is-shut.ts'
import type { StageHandle } from './stage-parts.tsx'

/** Here, or in the place of the picture. */
export const LessonQuiz = later(() => import('../quiz/LessonQuiz.tsx'), {
  waiting: <QuizToCome />,
})

const Place = chakra('section', {
  base: {
    minW: '0',
    px: { base: '4', lg: '8' },
    pt: { base: '5', lg: '0' },
    pb: '12',
    order: { base: '1', lg: '0' },
    gridColumn: { lg: '2' },
  },
})

const Panel = chakra('div', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'l3', p: { base: '4', md: '6' } },
})

type Props = {
  courseId: string
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  stage: StageHandle | undefined
  onGo: (lessonId: string, second: number) => void
}

const Questions = later(() => import('../questions/Questions.tsx'), {
  waiting: <Skeleton h="40" aria-label={t('Loading questions')} />,
})

/** A link in a mail opens one of them. */
const named = () => new URLSearchParams(window.location.search).get('panel')

/** Shows the panels below the lesson, one at a time. */
export function LessonPanels(props: Props) {
  const { courseId, lesson } = props
  const asks = lesson.quiz !== null && lesson.kind !== 'quiz' && !isShut(lesson)
  const [chosen, setChosen] = useState(() => named() ?? (asks && !lesson.quiz?.passed ? 'quiz' : 'notes'))
  const panels = [
    { id: 'notes', name: t('Notes'), panel: <Notes {...props} /> },
    ...(isShut(lesson) ? [] : [{ id: 'questions', name: t('Questions'), panel: <Questions {...props} /> }]),
    ...(lesson.captions.length > 0 && props.stage?.video
      ? [{ id: 'transcript', name: t('Transcript'), panel: <Transcript {...props} /> }]
      : []),
    ...(asks
      ? [{ id: 'quiz', name: t('Quiz'), panel: <LessonQuiz courseId={courseId} lessonId={lesson.lesson_id} /> }]
      : []),
  ]
  const open = panels.find(({ id }) => id === chosen) ?? panels[0]
  if (!open) return null
  return (
    <Place aria-label={t('Beside the lesson')}>
      <TabsRoot value={open.id} onValueChange={({ value }) => setChosen(value)} lazyMount unmountOnExit>
        <TabList>
          {panels.map(({ id, name }) => (
            <Tab key={id} value={id}>
              {name}
            </Tab>
          ))}
        </TabList>
        {panels.map(({ id, panel }) => (
          <TabPanel key={id} value={id}>
            <Panel>{panel}</Panel>
          </TabPanel>
        ))}
      </TabsRoot>
    </Place>
  )
}
