import type { Quiz } from 'contract/quizzes'
import { countText } from '../../ui/format.ts'
import { LessonTask } from '../content/LessonTask.tsx'
import { quizQuery } from '../content/task.queries.ts'
import { QuizEditor, type QuizNumbers } from './QuizEditor.tsx'

/** Edits the quiz of the lesson that the address names. */
export default function QuizTab() {
  return (
    <LessonTask kind="quiz" query={quizQuery} state={stateOf}>
      {({ data: { quiz, numbers }, etag }, place) => (
        <QuizEditor stored={quiz} etag={etag} numbers={numbers} {...place} />
      )}
    </LessonTask>
  )
}

/** Says how students fared. */
function stateOf({ quiz, numbers: { students, passed, tries } }: { quiz: Quiz | null; numbers: QuizNumbers }) {
  if (tries > 0)
    return `${countText(students, 'student')} tried, ${passed} passed, ${countText(tries, 'attempt')} in all.`
  return quiz ? 'Nobody has tried it yet.' : 'No quiz in this lesson yet.'
}
