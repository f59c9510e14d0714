import { useQuery } from '@tanstack/react-query'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { useListParams } from '../lists/use-list-params.ts'
import { InboxPanes, isDone } from './InboxPanes.tsx'
import { TICKET_SORTS, ticketListQuery } from './inbox.queries.ts'
import { TicketThread } from './TicketThread.tsx'

/** Lists the messages from the contact form. */
export function Messages() {
  const list = useListParams(TICKET_SORTS)
  const query = useQuery(ticketListQuery({ ...list.input, status: isDone(list) ? 'done' : 'open' }))
  const lines = query.data?.tickets.map(({ ticket_no: id, name: who, subject, preview, created_at: at }) => ({
    ...{ id, who, subject, preview, at },
  }))
  return (
    <InboxPanes
      list={list}
      param="ticket"
      what="messages"
      one="a message"
      searchLabel="Number, name or text"
      halves={['Open', 'Done']}
      empty={[
        <PageMessage key="open" icon={IconMail} title="No open messages">
          Messages from the contact form show here.
        </PageMessage>,
        <PageMessage key="done" icon={IconMail} title="Nothing answered yet">
          Messages you answer move here.
        </PageMessage>,
      ]}
      query={query}
      lines={lines}
      read={(id, onBack) => <TicketThread key={id} ticketNo={id} onBack={onBack} />}
    />
  )
}
