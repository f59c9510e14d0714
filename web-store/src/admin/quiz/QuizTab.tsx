import { useQuery } from '@tanstack/react-query'
import type { Quiz } from 'contract/quizzes'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { LessonTask } from '../content/LessonTask.tsx'
import { useEarlierDraft } from '../forms/use-draft.ts'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { QuizEditor, type QuizNumbers } from './QuizEditor.tsx'
import { quizQuery } from './quiz.queries.ts'
import type { QuizForm } from './quiz-form.ts'

const FAILED = 'Failed to load the quiz'

/** The quiz of the lesson that the address names. */
export default function QuizTab() {
  return <LessonTask of={QuizOfLesson} />
}

function QuizOfLesson({ lessonId }: { lessonId: string }) {
  const draftName = `quiz:${lessonId}`
  const draft = useEarlierDraft<QuizForm>(draftName)
  const { data, error, refetch } = useQuery(quizQuery(lessonId))
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data || draft === undefined) return <Loading minH="240px" />
  const { quiz, numbers, lesson_title } = data.data
  return (
    <>
      <chakra.p textStyle="sm" color="fg.muted">
        Quiz
      </chakra.p>
      <chakra.h2 textStyle="h2" fontSize="1.5rem" overflowWrap="anywhere">
        {lesson_title}
      </chakra.h2>
      <Numbers quiz={quiz} numbers={numbers} />
      <QuizEditor lessonId={lessonId} stored={quiz} etag={data.etag} {...{ numbers, draft, draftName }} />
    </>
  )
}

/** How students fared. */
function Numbers({ quiz, numbers: { students, passed, tries } }: { quiz: Quiz | null; numbers: QuizNumbers }) {
  const said =
    tries > 0
      ? `${countText(students, 'student')} tried, ${passed} passed, ${countText(tries, 'attempt')} in all.`
      : quiz
        ? 'Nobody has tried it yet.'
        : 'No quiz in this lesson yet.'
  return (
    <chakra.p textStyle="sm" color="fg.muted" mb="4" fontVariantNumeric="tabular-nums">
      {said}
    </chakra.p>
  )
}
