import { Fragment, type ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ColumnChoice, useChosenColumns } from './ColumnChoice.tsx'
import type { Column } from './column.ts'
import { DataTable } from './DataTable.tsx'
import { ErrorState } from './ErrorState.tsx'
import { PAGE_SIZE } from './list-params.ts'
import { NoMatch } from './NoMatch.tsx'
import { Pages } from './Pages.tsx'
import { SearchBox } from './SearchBox.tsx'
import { TabHead } from './TabHead.tsx'
import type { ListParams } from './use-list-params.ts'

type ListTabProps<Row> = {
  list: ListParams<string>
  /** The request for the page that `list` names. */
  query: { data: { total: number } | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
  rows: Row[] | undefined
  keyOf: (row: Row) => string
  /** Names the list for screen readers. */
  caption: string
  /** The rows as a table, or each as an `li`. */
  show: Column<Row>[] | ((row: Row) => ReactNode)
  /** Says that the list did not load. */
  failed: string
  /** Replaces a list without rows. With `of`, a plural noun, a search without a match is shown as one. */
  empty: ReactNode
  of?: string
  /** The heading of the tab; a list inside a tab has none. */
  title?: string
  /** Beside the heading; the total by default. */
  count?: ReactNode
  tools?: ReactNode
  /** The label of the search box. With filters it precedes them, else it is in the head. */
  search?: string
  filters?: ReactNode
  above?: ReactNode
}

/** A shorter table has nothing to choose. */
const MANY_COLUMNS = 8

/** Shows rows that the server searches, sorts and cuts into pages, with their heading, filters, empty and error state. */
export function ListTab<Row>(props: ListTabProps<Row>) {
  const { list, query, rows, keyOf, caption, show, failed, empty, of, title, tools, search, filters, above } = props
  const { data, error, isPlaceholderData, refetch } = query
  useFailureToast(error, failed)
  const total = data?.total ?? 0
  const { count = data && total.toLocaleString('en-IN') } = props
  const columns = typeof show === 'function' ? [] : show
  const shown = useChosenColumns(caption, columns)
  const box = search && <SearchBox list={list} label={search} />
  return (
    <>
      {title && (
        <TabHead title={title} count={count}>
          {!filters && box}
          {columns.length >= MANY_COLUMNS && <ColumnChoice list={caption} columns={columns} />}
          {tools}
        </TabHead>
      )}
      {filters && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="4">
          {box}
          {filters}
        </chakra.div>
      )}
      {above}
      {error && !data ? (
        <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        of && list.q ? (
          <NoMatch of={of} onClear={() => list.set({ q: '' })} />
        ) : (
          empty
        )
      ) : typeof show !== 'function' ? (
        <DataTable
          caption={caption}
          rows={rows}
          total={total}
          keyOf={keyOf}
          list={list}
          columns={shown}
          stale={isPlaceholderData}
        />
      ) : (
        <>
          <Card overflow="hidden" aria-busy={!rows || isPlaceholderData || undefined}>
            {rows ? (
              <ul aria-label={caption}>
                {rows.map((row) => (
                  <Fragment key={keyOf(row)}>{show(row)}</Fragment>
                ))}
              </ul>
            ) : (
              <Skeleton h="72" aria-label={`Loading ${caption.toLowerCase()}`} />
            )}
          </Card>
          {total > PAGE_SIZE && <Pages list={list} total={total} />}
        </>
      )}
    </>
  )
}
