import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { adminPaths } from '../admin-paths.ts'
import { Segments } from '../components/Segments.tsx'
import { TabHead } from '../components/TabHead.tsx'
import { openTicketsQuery, waitingQuestionsQuery, waitingWorkQuery } from './inbox.queries.ts'
import { Messages } from './Messages.tsx'
import { Questions } from './Questions.tsx'
import { Work } from './Work.tsx'

const counted = (what: string, count: number | undefined) => (count ? `${what} (${count})` : what)

const KINDS = ['messages', 'questions', 'work'] as const
type Kind = (typeof KINDS)[number]

/** What waits: messages from the contact form, and what students ask and hand in under lessons. */
export default function InboxTab() {
  const [search, setSearch] = useSearchParams()
  const kind = KINDS.find((one) => one === search.get('kind')) ?? 'messages'
  const { data: messages } = useQuery(openTicketsQuery)
  const { data: questions } = useQuery(waitingQuestionsQuery)
  const { data: work } = useQuery(waitingWorkQuery)
  const open = messages && questions && work && messages.open + questions.waiting + work.waiting
  const choose = (next: Kind) =>
    setSearch(new URL(adminPaths.tab('inbox', next === 'messages' ? {} : { kind: next }), window.location.href).search)
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
            ['work', counted('Work', work?.waiting)],
          ]}
          onChange={choose}
        />
      </chakra.div>
      {kind === 'work' ? <Work /> : kind === 'questions' ? <Questions /> : <Messages />}
    </>
  )
}
