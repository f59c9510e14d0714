import { useQuery } from '@tanstack/react-query'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { useListParams } from '../lists/use-list-params.ts'
import { InboxPanes, isDone } from './InboxPanes.tsx'
import { questionListQuery, TICKET_SORTS } from './inbox.queries.ts'
import { QuestionThread } from './QuestionThread.tsx'

/** What students ask under the lessons. */
export function Questions() {
  const list = useListParams(TICKET_SORTS)
  const query = questionListQuery({ ...list.input, status: isDone(list) ? 'answered' : 'waiting' })
  const { data, error, isPlaceholderData, refetch } = useQuery(query)
  useFailureToast(error, 'Failed to load the inbox')
  const lines = data?.questions.map(
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
      data={data && { total: data.total, lines: lines ?? [] }}
      error={error}
      busy={isPlaceholderData}
      onRetry={() => void refetch()}
      read={(id) => (
        <QuestionThread key={id} questionId={id} onBack={() => list.set({ question: '' }, { keepPage: true })} />
      )}
    />
  )
}
