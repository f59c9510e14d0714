import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../admin-paths.ts'
import { useMe } from '../me.queries.ts'

type ThreadCardProps = {
  label: string
  of: { lesson_title: string | null; course_id: string; course_name: string }
  onBack: () => void
  /** Beside the names of lesson and course: in what state it is, and what can be done. */
  beside: ReactNode
  children: ReactNode
}

/** What one student asks or hands in about a lesson, below the names of lesson and course. On a phone it has a way back to the list. */
export function ThreadCard({
  label,
  of: { lesson_title, course_id, course_name },
  onBack,
  beside,
  children,
}: ThreadCardProps) {
  const role = useMe().data?.role
  return (
    <Card as="article" aria-label={label} padded display="grid" gap="4">
      <chakra.div display={{ base: 'block', lg: 'none' }}>
        <Button variant="outline" onClick={onBack}>
          Back to the list
        </Button>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="start">
        <chakra.div flex="1 1 260px" minW="0" overflowWrap="anywhere">
          <chakra.h2 textStyle="h3">{lesson_title ?? 'A lesson that is gone'}</chakra.h2>
          <p>
            {/* Lessons are not for every role that answers or marks. */}
            {role === 'owner' ? <TextLink to={adminPaths.lessons(course_id)}>{course_name}</TextLink> : course_name}
          </p>
        </chakra.div>
        {beside}
      </chakra.div>
      {children}
    </Card>
  )
}
