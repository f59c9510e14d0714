import type { LessonKind } from 'contract/courses/lesson-input'
import { use } from 'react'
import { Link } from 'react-router-dom'
import { IconClipboardText, IconListCheck, IconVideo } from '../../shared/courses/lesson-icons.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import { useCourseId } from '../courses/courses.queries.ts'
import { Tools } from '../forms/form-parts.tsx'
import { IconPencil } from '../host/admin-icons.ts'
import { tabPath } from '../tabs/tab-path.ts'
import { KnownOfLessons } from './lesson-previews.ts'

/** A task that a lesson is, or has below its video; `live` is a lesson of its own only. */
export type TaskKind = Exclude<LessonKind, 'media'>

export const taskLabels = { quiz: 'Quiz', assignment: 'Assignment', live: 'Live lesson' }

const icons = { quiz: IconListCheck, assignment: IconClipboardText, live: IconVideo }

const verbs = {
  quiz: { add: 'Write questions', edit: 'Edit questions', later: 'write the questions' },
  assignment: { add: 'Write assignment', edit: 'Edit assignment', later: 'write the assignment' },
  live: { add: 'Set date', edit: 'Edit date', later: 'set the date' },
}

/** Returns the stored tasks of a lesson in words, such as `Quiz, 3 questions`; without a task the word is undefined. */
export function useTaskTexts(lessonId: string): Record<TaskKind, string | undefined> {
  const { quizzes, assignments, live: lives } = use(KnownOfLessons)
  const questions = quizzes[lessonId]
  const live = lives[lessonId]
  return {
    quiz: questions === undefined ? undefined : `Quiz, ${countText(questions, 'question')}`,
    assignment: assignments.includes(lessonId) ? 'Assignment' : undefined,
    live:
      live &&
      [
        `${live.cancelled ? 'Cancelled' : 'Live'} ${dateTimeText(live.starts_at)}`,
        `${live.minutes} minutes`,
        ...(live.joined > 0 ? [`${countText(live.joined, 'student')} joined`] : []),
      ].join(', '),
  }
}

type TaskLinkProps = { kind: TaskKind; lessonId: string; name: string; beside?: boolean }

/** Links to the editor of a task once its lesson is stored; `beside` a video the task is optional. */
export function TaskLink({ kind, lessonId, name, beside }: TaskLinkProps) {
  const course_id = useCourseId()
  const has = useTaskTexts(lessonId)[kind] !== undefined
  const { add, edit, later } = verbs[kind]
  // A new lesson brings its date or task with it.
  if (!lessonId && !beside) return null
  if (!lessonId) {
    return (
      <Text textStyle="sm" color="fg.muted">
        Save, then {later}.
      </Text>
    )
  }
  const path = tabPath(kind, { course_id, lesson_id: lessonId })
  if (!path) return null
  return (
    <Button asChild variant={has || beside ? 'outline' : 'solid'} size="sm">
      <Link to={path}>
        <Icon of={IconPencil} size={16} />
        {has ? edit : add}
        <VisuallyHidden> of {name}</VisuallyHidden>
      </Link>
    </Button>
  )
}

/** Shows the quiz and the assignment that a lesson has beside its video. */
export function TasksBeside({ lessonId, number }: { lessonId: string; number: number }) {
  const { quiz, assignment } = useTaskTexts(lessonId)
  const tasks = [
    ['quiz', quiz ?? 'Add a quiz to this lesson.'],
    [
      'assignment',
      assignment ? 'Students submit an assignment below this lesson.' : 'Add an assignment to this lesson.',
    ],
  ] as const
  return tasks.map(([kind, text]) => (
    <Tools key={kind} gridColumn="1/-1" gap="3">
      <chakra.div flex="1" minW="200px">
        <chakra.p textStyle="label">{taskLabels[kind]}</chakra.p>
        <Text textStyle="sm" color="fg.muted">
          {text}
        </Text>
      </chakra.div>
      <TaskLink kind={kind} lessonId={lessonId} name={`lesson ${number}`} beside />
    </Tools>
  ))
}

const Box = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '64px',
    h: '40px',
    flexShrink: '0',
    borderRadius: 'l1',
    bg: 'action.subtle',
    color: 'action.fg',
  },
})

/** Replaces the picture of a lesson that has none. */
export const TaskThumb = ({ kind }: { kind: TaskKind }) => (
  <Box aria-hidden>
    <Icon of={icons[kind]} />
  </Box>
)
