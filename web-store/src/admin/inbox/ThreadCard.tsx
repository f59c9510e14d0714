import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { H3, TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { useIsOwner } from '../host/me.queries.ts'

export type ThreadProps = { id: string; onBack: () => void }

type ThreadCardProps = {
  label: string
  title: string
  /** Shown below the title. */
  below: ReactNode
  onBack: () => void
  /** Beside the title: in what state it is, and what can be done. */
  beside: ReactNode
  children: ReactNode
}

/** One thread of the inbox: its title with what belongs to it, and its messages. On a phone it has a way back to the list. */
export function ThreadCard({ label, title, below, onBack, beside, children }: ThreadCardProps) {
  return (
    <Card as="article" aria-label={label} padded display="grid" gap="4">
      <chakra.div display={{ base: 'block', lg: 'none' }}>
        <Button variant="outline" onClick={onBack}>
          Back to the list
        </Button>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="start">
        <chakra.div flex="1 1 260px" minW="0" overflowWrap="anywhere">
          <H3 as="h2">{title}</H3>
          {below}
        </chakra.div>
        {beside}
      </chakra.div>
      {children}
    </Card>
  )
}

type LessonThreadProps = Omit<ThreadCardProps, 'title' | 'below'> & {
  of: { lesson_title: string | null; course_id: string; course_name: string }
}

/** Shows a student's question or submission, below the names of lesson and course. */
export function LessonThread({ of: { lesson_title, course_id, course_name }, ...rest }: LessonThreadProps) {
  const isOwner = useIsOwner()
  // Lessons are not for every role that answers or marks.
  const course = isOwner ? <TextLink to={adminPaths.lessons(course_id)}>{course_name}</TextLink> : course_name
  return <ThreadCard title={lesson_title ?? 'Deleted lesson'} below={<p>{course}</p>} {...rest} />
}
