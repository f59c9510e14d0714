import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { adminApi } from '../host/admin-api.ts'
import type { Column } from '../lists/column.ts'
import { DataTable } from '../lists/DataTable.tsx'
import { SearchBox } from '../lists/SearchBox.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { TabHead } from '../shell/TabHead.tsx'
import { Changes } from './Changes.tsx'
import { kindOf, kinds } from './kinds.ts'
import type { Entry } from './phrases.ts'
import { restText, sentenceOf } from './sentence.ts'

const FAILED = 'Failed to load the activity'

function What({ entry }: { entry: Entry }) {
  const { who, did, thing, rest, to, whole } = sentenceOf(entry)
  return (
    <chakra.div overflowWrap="anywhere">
      <b title={entry.admin.email}>{who}</b> {did} {to ? <TextLink to={to}>{thing}</TextLink> : thing && <b>{thing}</b>}
      {restText(rest)}
      {!whole && <Changes before={entry.before} after={entry.after} />}
    </chakra.div>
  )
}

const columns: Column<Entry>[] = [
  { head: 'What', lead: true, cell: (entry) => <What entry={entry} /> },
  { head: 'When', cell: ({ at }) => <chakra.span whiteSpace="nowrap">{dateTimeText(at)}</chakra.span> },
]

/** What admins have done, newest first, each in a sentence. */
export default function ActivityTab() {
  const list = useListParams([])
  const kind = kindOf(list.get('kind'))
  const { sort: _, ...window } = list.input
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...adminApi.activity.list.queryOptions({
      input: { ...window, ...(kind && { kind }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  useFailureToast(error, FAILED)
  return (
    <>
      <TabHead title="Activity" count={data?.total.toLocaleString('en-IN')}>
        <SearchBox list={list} label="Search activity" />
        <chakra.div w={{ base: 'full', lg: '200px' }}>
          <Select aria-label="About" value={kind ?? ''} onChange={(event) => list.set({ kind: event.target.value })}>
            <option value="">Everything</option>
            {Object.entries(kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </chakra.div>
      </TabHead>
      {error && !data ? (
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Activity"
          columns={columns}
          rows={data?.activity}
          total={data?.total ?? 0}
          keyOf={({ activity_id }) => String(activity_id)}
          list={list}
          stale={isPlaceholderData}
          empty={
            <PageMessage icon={IconClock} title={list.q || kind ? 'Nothing found' : 'No changes yet'}>
              Changes by admins appear here.
            </PageMessage>
          }
        />
      )}
    </>
  )
}
