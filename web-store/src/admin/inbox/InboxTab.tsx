import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../admin-paths.ts'
import { agoText } from '../components/ago-text.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { PAGE_SIZE } from '../components/list-params.ts'
import { Pages } from '../components/Pages.tsx'
import { SearchBox } from '../components/SearchBox.tsx'
import { Segments } from '../components/Segments.tsx'
import { TabHead } from '../components/TabHead.tsx'
import { useFailureToast } from '../components/use-failure-toast.ts'
import { useListParams } from '../components/use-list-params.ts'
import { TICKET_SORTS, ticketListQuery } from './inbox.queries.ts'
import { TicketThread } from './TicketThread.tsx'

const FAILED = 'Failed to load the inbox'

const Entry = chakra('li', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'border',
    '&:first-of-type': { borderTopWidth: '0' },
    '& a': { display: 'grid', gridTemplateColumns: 'minmax(0,1fr) auto', columnGap: '3', px: '4', py: '3' },
    '& a:hover': { bg: 'bg.subtle' },
    '& a[aria-current]': { bg: 'action.subtle' },
    '& a:focus-visible': { outlineOffset: '-3px' },
  },
})

/** What people sent you a message from the contact form: the list, and beside it (on phones in its place) the one that is read. */
export default function InboxTab() {
  const list = useListParams(TICKET_SORTS)
  const [search] = useSearchParams()
  const shown = list.get('status') === 'done' ? 'done' : 'open'
  const opened = list.get('ticket')
  const { data, error, isPlaceholderData, refetch } = useQuery(ticketListQuery({ ...list.input, status: shown }))
  useFailureToast(error, FAILED)
  const addressOf = (ticket: string) =>
    `${adminPaths.home}?${new URLSearchParams({ ...Object.fromEntries(search), tab: 'inbox', ticket })}`
  const total = data?.total ?? 0
  return (
    <>
      <TabHead title="Inbox" count={data && `${data.open} open`} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '380px minmax(0,1fr)' }}
        gap="5"
        alignItems="start"
      >
        <chakra.div display={{ base: opened ? 'none' : 'grid', lg: 'grid' }} gap="3" minW="0">
          <SearchBox list={list} label="Number, name or text" />
          <Segments
            label="Show"
            value={shown}
            options={[
              ['open', 'Open'],
              ['done', 'Done'],
            ]}
            onChange={(status) => list.set({ status: status === 'done' ? 'done' : '', ticket: '' })}
          />
          {error && !data ? (
            <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
          ) : (
            <Card overflow="hidden" aria-busy={!data || isPlaceholderData}>
              {!data && <Skeleton h="72" aria-label="Loading messages" />}
              {data?.tickets.length === 0 && <Nothing searched={list.q !== ''} done={shown === 'done'} list={list} />}
              {data && data.tickets.length > 0 && (
                <ul aria-label="Messages">
                  {data.tickets.map(({ ticket_no, name, subject, preview, created_at }) => (
                    <Entry key={ticket_no}>
                      <Link
                        to={addressOf(ticket_no)}
                        aria-current={ticket_no === opened || undefined}
                        preventScrollReset
                      >
                        <chakra.b truncate>{name}</chakra.b>
                        <chakra.span textStyle="sm" color="fg.muted">
                          {agoText(created_at)}
                        </chakra.span>
                        <chakra.span gridColumn="1/-1" truncate>
                          {subject}
                        </chakra.span>
                        <chakra.span gridColumn="1/-1" textStyle="sm" color="fg.muted" truncate>
                          {preview}
                        </chakra.span>
                      </Link>
                    </Entry>
                  ))}
                </ul>
              )}
            </Card>
          )}
          {total > PAGE_SIZE && <Pages list={list} total={total} />}
        </chakra.div>
        <chakra.div display={{ base: opened ? 'block' : 'none', lg: 'block' }} minW="0">
          {opened ? (
            <TicketThread key={opened} ticketNo={opened} onBack={() => list.set({ ticket: '' }, { keepPage: true })} />
          ) : (
            <PageMessage icon={IconMail} title="Choose a message">
              It opens here. You can answer below it.
            </PageMessage>
          )}
        </chakra.div>
      </chakra.div>
    </>
  )
}

type NothingProps = { searched: boolean; done: boolean; list: { set: (change: Record<string, string>) => void } }

function Nothing({ searched, done, list }: NothingProps) {
  if (searched) {
    return (
      <PageMessage
        icon={IconSearch}
        title="No messages match your search"
        action={
          <Button variant="outline" onClick={() => list.set({ q: '' })}>
            Clear search
          </Button>
        }
      />
    )
  }
  return done ? (
    <PageMessage icon={IconMail} title="Nothing answered yet">
      Messages you answer move here.
    </PageMessage>
  ) : (
    <PageMessage icon={IconMail} title="No open messages">
      Messages from the contact form show here.
    </PageMessage>
  )
}
