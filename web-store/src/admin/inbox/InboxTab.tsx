import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Skeleton } from '../../ui/layout.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { TabHead } from '../lists/TabHead.tsx'
import { inboxList } from './InboxPanes.tsx'
import {
  openTicketsQuery,
  questionListQuery,
  ticketListQuery,
  waitingQuestionsQuery,
  waitingWorkQuery,
  workListQuery,
} from './inbox.queries.ts'
import { QuestionThread } from './QuestionThread.tsx'
import { TicketThread } from './TicketThread.tsx'
import { WorkThread } from './WorkThread.tsx'

const counted = (what: string, count: number | undefined) => (count ? `${what} (${count})` : what)

const KINDS = ['messages', 'questions', 'work'] as const
type Kind = (typeof KINDS)[number]

/** Shows all open work: messages from the contact form, questions and submissions under lessons. */
export default function InboxTab() {
  const [search, setSearch] = useSearchParams()
  const { data: messages, isPending: noMessages } = useQuery(openTicketsQuery)
  const { data: questions, isPending: noQuestions } = useQuery(waitingQuestionsQuery)
  const { data: work, isPending: noWork } = useQuery(waitingWorkQuery)
  const counts = { messages: messages?.open, questions: questions?.waiting, work: work?.waiting }
  // It opens on what waits, and stays there when that is done.
  const [first, setFirst] = useState<Kind>()
  if (!first && !noMessages && !noQuestions && !noWork) setFirst(KINDS.find((one) => counts[one]) ?? 'messages')
  const named = KINDS.find((one) => one === search.get('kind')) ?? (search.has('ticket') ? 'messages' : undefined)
  const kind = named ?? first
  const open = messages && questions && work && messages.open + questions.waiting + work.waiting
  const choose = (next: Kind) =>
    setSearch(new URL(adminPaths.tab('inbox', { kind: next }), window.location.href).search)
  return (
    <>
      <TabHead title="Inbox" count={open ? `${open} open` : ''} />
      {kind ? (
        <>
          <chakra.div maxW={{ lg: '380px' }} mb="3">
            <Segments
              label="Kind"
              value={kind}
              options={[
                ['messages', counted('Messages', counts.messages)],
                ['questions', counted('Questions', counts.questions)],
                ['work', counted('Assignments', counts.work)],
              ]}
              onChange={choose}
            />
          </chakra.div>
          {kind === 'work' ? <Work /> : kind === 'questions' ? <Questions /> : <Messages />}
        </>
      ) : (
        <Skeleton h="72" aria-label="Loading the inbox" />
      )}
    </>
  )
}

/** The messages from the contact form. */
const Messages = inboxList({
  param: 'ticket',
  what: 'messages',
  one: 'a message',
  search: 'Number, name or text',
  halves: ['Open', 'Done'],
  empty: [
    ['No open messages', 'Messages from the contact form show here.'],
    ['Nothing answered yet', 'Messages you answer move here.'],
  ],
  query: (input, done) => ticketListQuery({ ...input, status: done ? 'done' : 'open' }),
  lines: ({ tickets }) =>
    tickets.map(({ ticket_no: id, name: who, subject, preview, created_at: at }) => ({
      id,
      who,
      subject,
      preview,
      at,
    })),
  Thread: TicketThread,
})

/** The questions under lessons. */
const Questions = inboxList({
  param: 'question',
  what: 'questions',
  one: 'a question',
  search: 'Course, student or text',
  halves: ['Waiting', 'Answered'],
  empty: [
    ['No open questions', 'What students ask under a lesson shows here.'],
    ['Nothing answered yet', 'Questions you answer move here.'],
  ],
  query: (input, done) => questionListQuery({ ...input, status: done ? 'answered' : 'waiting' }),
  lines: ({ questions }) =>
    questions.map(({ question_id: id, name: who, lesson_title, course_name, text, asked_at: at }) => ({
      id,
      who,
      at,
      subject: lesson_title ?? course_name,
      preview: text.slice(0, 200),
    })),
  Thread: QuestionThread,
})

/** The submissions under lessons. */
const Work = inboxList({
  param: 'work',
  what: 'assignments',
  one: 'an assignment',
  search: 'Course, student or text',
  halves: ['Waiting', 'Marked'],
  empty: [
    ['No assignments to check', 'What students submit under a lesson shows here.'],
    ['Nothing marked yet', 'Assignments you mark move here.'],
  ],
  query: (input, done) => workListQuery({ ...input, status: done ? 'marked' : 'waiting' }),
  lines: ({ hand_ins }) =>
    hand_ins.map(({ hand_in_id: id, name: who, lesson_title, course_name, text, file_name, handed_in_at: at }) => ({
      id,
      who,
      at,
      subject: lesson_title ?? course_name,
      preview: [file_name, text?.slice(0, 200)].filter(Boolean).join(', '),
    })),
  Thread: WorkThread,
})
