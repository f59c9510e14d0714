import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { Muted } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { agoText } from '../lists/ago-text.ts'
import { ListTab } from '../lists/ListTab.tsx'
import { SearchBox } from '../lists/SearchBox.tsx'
import { type ListParams, useListParams } from '../lists/use-list-params.ts'
import { TICKET_SORTS } from './inbox.queries.ts'

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

/** A message, question or assignment as the list shows it. */
type InboxLine = { id: string; who: string; at: string; subject: string; preview: string }

type Input = ListParams<(typeof TICKET_SORTS)[number]>['input']

type InboxList<Data> = {
  /** The name in the address of what is read beside the list. */
  param: 'ticket' | 'question' | 'work'
  /** Names the list, and one entry of it. */
  what: string
  one: string
  search: string
  /** The two halves of the list: what waits, and what does not. */
  halves: readonly [waiting: string, done: string]
  /** Title and text in place of an empty half. */
  empty: readonly [waiting: readonly [string, string], done: readonly [string, string]]
  query: (input: Input, done: boolean) => object & { queryFn?: ((context: never) => Data | Promise<Data>) | symbol }
  lines: (data: Data) => InboxLine[]
  /** Draws the open entry, beside the list; on phones in its place. */
  Thread: ComponentType<{ id: string; onBack: () => void }>
}

/** A list of the inbox, and beside it (on phones in its place) the one that is read. */
export function inboxList<Data extends { total: number }>({
  param,
  what,
  one,
  search: searchLabel,
  halves,
  empty,
  query: queryOf,
  lines,
  Thread,
}: InboxList<Data>): ComponentType {
  return function InboxList() {
    const list = useListParams(TICKET_SORTS)
    const [search] = useSearchParams()
    const opened = list.get(param)
    const done = list.get('status') === 'done'
    const query = useQuery(queryOf(list.input, done) as UseQueryOptions<Data>)
    const first = query.data && !query.isPlaceholderData && lines(query.data)[0]?.id
    // The first is open without a press where both fit. `set` is another function with each render.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    useEffect(() => {
      if (first && !opened && matchMedia('(min-width: 1024px)').matches)
        list.set({ [param]: first }, { keepPage: true })
    }, [first, opened])
    const isEmpty = query.data?.total === 0 && !opened
    const { data: other } = useQuery({
      ...(queryOf({ limit: '1', offset: '0' }, !done) as UseQueryOptions<Data>),
      enabled: isEmpty,
    })
    // Without an entry, ever, nothing is to be searched.
    const isNew = isEmpty && !query.isPlaceholderData && !list.q && other?.total === 0
    const [title, text] = empty[done ? 1 : 0]
    const addressOf = (id: string) =>
      `${adminPaths.home}?${new URLSearchParams({ ...Object.fromEntries(search), tab: 'inbox', [param]: id })}`
    return (
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: isEmpty ? undefined : '380px minmax(0,1fr)' }}
        gap="5"
        alignItems="start"
      >
        <chakra.div display={{ base: opened ? 'none' : 'grid', lg: 'grid' }} gap="3" minW="0">
          {!isNew && (
            <>
              <SearchBox list={list} label={searchLabel} full />
              <Segments
                label="Show"
                value={done ? 'done' : 'open'}
                options={[
                  ['open', halves[0]],
                  ['done', halves[1]],
                ]}
                onChange={(status) => list.set({ status: status === 'done' ? 'done' : '', [param]: '' })}
              />
            </>
          )}
          <ListTab
            caption={`${what[0]?.toUpperCase()}${what.slice(1)}`}
            list={list}
            query={query}
            rows={query.data && lines(query.data)}
            keyOf={({ id }) => id}
            show={({ id, who, at, subject, preview }) => (
              <Entry>
                <Link to={addressOf(id)} aria-current={id === opened || undefined} preventScrollReset>
                  <chakra.b truncate>{who}</chakra.b>
                  <Muted as="span">{agoText(at)}</Muted>
                  <chakra.span gridColumn="1/-1" truncate>
                    {subject}
                  </chakra.span>
                  <Muted as="span" gridColumn="1/-1" truncate>
                    {preview}
                  </Muted>
                </Link>
              </Entry>
            )}
            failed="Failed to load the inbox"
            of={what}
            empty={
              <PageMessage icon={IconMail} title={title}>
                {text}
              </PageMessage>
            }
          />
        </chakra.div>
        <chakra.div display={{ base: opened ? 'block' : 'none', lg: isEmpty ? 'none' : 'block' }} minW="0">
          {opened ? (
            <Thread key={opened} id={opened} onBack={() => list.set({ [param]: '' }, { keepPage: true })} />
          ) : (
            <PageMessage icon={IconMail} title={`Choose ${one}`}>
              It opens here{param === 'work' ? ', with its rubric.' : '. You can answer below it.'}
            </PageMessage>
          )}
        </chakra.div>
      </chakra.div>
    )
  }
}
