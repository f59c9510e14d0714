import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Row } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Panel, Rows, Small } from '../student/panel.tsx'
import type { Page } from '../student/student.queries.ts'
import { Joined } from './Joined.tsx'

/** Lists the live lessons that a student joined, each with all who did. */
export default function StudentLive({ page: { joined } }: { page: Page }) {
  const [open, setOpen] = useState<string>()
  if (joined.length === 0) return null
  return (
    <Panel title="Live lessons joined">
      <Rows>
        {joined.map(({ lesson_id, title, course_name, joined_at }) => (
          <li key={lesson_id}>
            <Row>
              <chakra.div flex="1" minW="0" lineHeight="1.35" overflowWrap="anywhere">
                <chakra.b fontWeight="600">{title}</chakra.b>
                <Small>
                  {course_name}, joined {dateTimeText(joined_at)}
                </Small>
              </chakra.div>
              <Button
                variant="ghost"
                size="sm"
                aria-expanded={open === lesson_id}
                onClick={() => setOpen(open === lesson_id ? undefined : lesson_id)}
              >
                Who joined
                <VisuallyHidden> {title}</VisuallyHidden>
              </Button>
            </Row>
            {open === lesson_id && <Joined lessonId={lesson_id} />}
          </li>
        ))}
      </Rows>
    </Panel>
  )
}
