import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { adminPaths } from '../admin-paths.ts'
import { Segments } from '../components/Segments.tsx'
import { TabHead } from '../components/TabHead.tsx'
import { openTicketsQuery, waitingQuestionsQuery } from './inbox.queries.ts'
import { Messages } from './Messages.tsx'
import { Questions } from './Questions.tsx'

const counted = (what: string, count: number | undefined) => (count ? `${what} (${count})` : what)

/** What waits for an answer: messages from the contact form, and what students ask under lessons. */
export default function InboxTab() {
  const [search, setSearch] = useSearchParams()
  const kind = search.get('kind') === 'questions' ? 'questions' : 'messages'
  const { data: messages } = useQuery(openTicketsQuery)
  const { data: questions } = useQuery(waitingQuestionsQuery)
  const open = messages && questions && messages.open + questions.waiting
  const choose = (next: 'messages' | 'questions') =>
    setSearch(new URL(adminPaths.tab('inbox', next === 'questions' ? { kind: next } : {}), window.location.href).search)
  return (
    <>
      <TabHead title="Inbox" count={open === undefined ? undefined : `${open} open`} />
      <chakra.div maxW={{ lg: '380px' }} mb="3">
        <Segments
          label="Kind"
          value={kind}
          options={[
            ['messages', counted('Messages', messages?.open)],
            ['questions', counted('Questions', questions?.waiting)],
          ]}
          onChange={choose}
        />
      </chakra.div>
      {kind === 'questions' ? <Questions /> : <Messages />}
    </>
  )
}
