import type { StudentLesson } from 'contract/learning'
import { Link, useParams } from 'react-router-dom'
import { t } from '../../../language/text.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { dateTimeText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconAlertCircle } from '../../../ui/icons.ts'
import { Text } from '../../../ui/text.tsx'
import { isDue, workText } from '../work-text.ts'

const next = {
  none: t('See your task and submit your work.'),
  waiting: t('We mark it and email you.'),
  again: t('Read our feedback and submit your work again.'),
  accepted: t('See how your assignment was marked.'),
} as const

/** Shows a lesson that is an assignment: the state of the work, and a link to it. */
export function LessonAssignment({ lesson }: { lesson: StudentLesson }) {
  const { assignment } = lesson
  if (!assignment) return <Text color="fg.muted">{t('This assignment is not here yet')}</Text>
  const { status, due_at } = assignment
  const again = status === 'again'
  return (
    <chakra.div display="grid" gap="2" justifyItems="start">
      {again ? (
        <chakra.p textStyle="h3" display="flex" alignItems="center" gap="2">
          <Icon of={IconAlertCircle} size={24} />
          {t('Please try again')}
        </chakra.p>
      ) : (
        <Text fontWeight="600">{workText(assignment)}</Text>
      )}
      <Text color="fg.muted" mb="3">
        {again && due_at
          ? t('Read our feedback and submit your work again by {date}.', { date: dateTimeText(due_at) })
          : next[status ?? 'none']}
      </Text>
      <WorkLink lesson={lesson} variant={isDue(assignment) ? 'solid' : 'outline'} />
    </chakra.div>
  )
}

/** Links to the assignment of a lesson. */
export function WorkLink({ lesson: { lesson_id }, ...look }: { lesson: StudentLesson; variant?: 'solid' | 'outline' }) {
  const { courseId = '' } = useParams()
  return (
    <Button asChild {...look}>
      <Link to={`${paths.work(courseId)}?lesson=${lesson_id}`}>{t('Open assignment')}</Link>
    </Button>
  )
}
