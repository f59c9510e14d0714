import { use } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { IconPencil } from '../shell/admin-icons.ts'
import { LessonQuizzes } from './lesson-previews.ts'

/** `Quiz, 3 questions`; of a lesson without one nothing. */
export function useQuizText(lessonId: string): string | undefined {
  const questions = use(LessonQuizzes)[lessonId]
  return questions === undefined ? undefined : `Quiz, ${countText(questions, 'question')}`
}

/** The way to the questions of a lesson, once it is stored; `beside` a video they are one more thing that may be done. */
export function QuizLink({ lessonId, name, beside }: { lessonId: string; name: string; beside?: boolean }) {
  const [search] = useSearchParams()
  const has = useQuizText(lessonId) !== undefined
  if (!lessonId) {
    return (
      <Text textStyle="sm" color="fg.muted">
        Save, then write the questions.
      </Text>
    )
  }
  return (
    <Button asChild variant={has || beside ? 'outline' : 'solid'} size="sm">
      <Link to={adminPaths.tab('quiz', { course_id: search.get('course_id') ?? '', lesson_id: lessonId })}>
        <Icon of={IconPencil} size={16} />
        {has ? 'Edit questions' : 'Write questions'}
        <VisuallyHidden> of {name}</VisuallyHidden>
      </Link>
    </Button>
  )
}

/** What a lesson asks beside its video. */
export function QuizOfLesson({ lessonId, number }: { lessonId: string; number: number }) {
  const text = useQuizText(lessonId)
  return (
    <chakra.div gridColumn="1/-1" display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.div flex="1" minW="200px">
        <chakra.p textStyle="label">Quiz</chakra.p>
        <Text textStyle="sm" color="fg.muted">
          {text ?? 'Add a quiz to this lesson.'}
        </Text>
      </chakra.div>
      <QuizLink lessonId={lessonId} name={`lesson ${number}`} beside />
    </chakra.div>
  )
}
