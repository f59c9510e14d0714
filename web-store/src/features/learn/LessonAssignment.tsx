import type { StudentLesson } from 'contract/learning'
import { Link, useParams } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Text } from '../../ui/text.tsx'
import { isDue, workText } from './work-text.ts'

const next = {
  none: t('See what is asked for, and hand in your work.'),
  waiting: t('We look at it and email you.'),
  again: t('Read what we say about your work, and hand it in again.'),
  accepted: t('See how your work was marked.'),
} as const

/** A lesson that is an assignment: how the work stands, and the way to it. */
export function LessonAssignment({ lesson }: { lesson: StudentLesson }) {
  const { assignment } = lesson
  if (!assignment) return <Text color="fg.muted">{t('This assignment is not here yet')}</Text>
  return (
    <chakra.div display="grid" gap="2" justifyItems="start">
      <Text fontWeight="600">{workText(assignment)}</Text>
      <Text color="fg.muted" mb="3">
        {next[assignment.status ?? 'none']}
      </Text>
      <WorkLink lesson={lesson} variant={isDue(assignment) ? 'solid' : 'outline'} />
    </chakra.div>
  )
}

/** The way to where the work of a lesson is asked for and handed in. */
export function WorkLink({ lesson: { lesson_id }, ...look }: { lesson: StudentLesson; variant?: 'solid' | 'outline' }) {
  const { courseId = '' } = useParams()
  return (
    <Button asChild {...look}>
      <Link to={`${paths.work(courseId)}?lesson=${lesson_id}`}>{t('Open assignment')}</Link>
    </Button>
  )
}
