import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Skeleton } from '../../ui/layout.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { TabHead } from '../shell/TabHead.tsx'
import { openTicketsQuery, waitingQuestionsQuery, waitingWorkQuery } from './inbox.queries.ts'
import { Messages } from './Messages.tsx'
import { Questions } from './Questions.tsx'
import { Work } from './Work.tsx'

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
      <TabHead title="Inbox" count={open === undefined ? undefined : `${open} open`} />
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
