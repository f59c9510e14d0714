import { useQuery } from '@tanstack/react-query'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { useListParams } from '../lists/use-list-params.ts'
import { InboxPanes, isDone } from './InboxPanes.tsx'
import { questionListQuery, TICKET_SORTS } from './inbox.queries.ts'
import { QuestionThread } from './QuestionThread.tsx'

/** Lists the questions under lessons. */
export function Questions() {
  const list = useListParams(TICKET_SORTS)
  const query = useQuery(questionListQuery({ ...list.input, status: isDone(list) ? 'answered' : 'waiting' }))
  const lines = query.data?.questions.map(
    ({ question_id: id, name: who, lesson_title, course_name, text, asked_at: at }) => ({
      ...{ id, who, at, subject: lesson_title ?? course_name, preview: text.slice(0, 200) },
    }),
  )
  return (
    <InboxPanes
      list={list}
      param="question"
      what="questions"
      one="a question"
      searchLabel="Course, student or text"
      halves={['Waiting', 'Answered']}
      empty={[
        <PageMessage key="waiting" icon={IconMail} title="No open questions">
          What students ask under a lesson shows here.
        </PageMessage>,
        <PageMessage key="answered" icon={IconMail} title="Nothing answered yet">
          Questions you answer move here.
        </PageMessage>,
      ]}
      query={query}
      lines={lines}
      read={(id, onBack) => <QuestionThread key={id} questionId={id} onBack={onBack} />}
    />
  )
}
