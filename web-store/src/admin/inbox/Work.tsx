import { useQuery } from '@tanstack/react-query'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { useListParams } from '../lists/use-list-params.ts'
import { InboxPanes, isDone } from './InboxPanes.tsx'
import { TICKET_SORTS, workListQuery } from './inbox.queries.ts'
import { WorkThread } from './WorkThread.tsx'

/** Lists the submissions under lessons. */
export function Work() {
  const list = useListParams(TICKET_SORTS)
  const query = useQuery(workListQuery({ ...list.input, status: isDone(list) ? 'marked' : 'waiting' }))
  const lines = query.data?.hand_ins.map(
    ({ hand_in_id: id, name: who, lesson_title, course_name, text, file_name, handed_in_at: at }) => ({
      ...{ id, who, at, subject: lesson_title ?? course_name },
      preview: [file_name, text?.slice(0, 200)].filter(Boolean).join(', '),
    }),
  )
  return (
    <InboxPanes
      list={list}
      param="work"
      what="assignments"
      one="an assignment"
      searchLabel="Course, student or text"
      halves={['Waiting', 'Marked']}
      empty={[
        <PageMessage key="waiting" icon={IconMail} title="No assignments to check">
          What students submit under a lesson shows here.
        </PageMessage>,
        <PageMessage key="marked" icon={IconMail} title="Nothing marked yet">
          Assignments you mark move here.
        </PageMessage>,
      ]}
      query={query}
      lines={lines}
      read={(id, onBack) => <WorkThread key={id} workId={id} onBack={onBack} />}
    />
  )
}
