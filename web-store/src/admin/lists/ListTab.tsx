import { Fragment, type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { IconAdjustments } from '../host/admin-icons.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ColumnChoice, useChosenColumns } from './ColumnChoice.tsx'
import type { Column } from './column.ts'
import { DataTable } from './DataTable.tsx'
import { ErrorState } from './ErrorState.tsx'
import { PAGE_SIZE, totalText } from './list-params.ts'
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
  back?: { to: string; label: string } | undefined
  /** Beside the heading; the total by default. */
  count?: number | string | undefined
  tools?: ReactNode
  /** The first action, such as adding a row; on phones it alone stays beside the heading. */
  main?: ReactNode
  /** The label of the search box. With filters it precedes them, else it is in the head. */
  search?: string | undefined
  filters?: ReactNode
  /** Rows that only a filter shows, such as those in the bin. */
  others?: number | undefined
  above?: ReactNode
}

/** On phones what is marked `data-fold` (tools, filters, the order) waits behind the button beside the search. */
const Folding = chakra('div', {
  base: {
    '@media (max-width: 1023px)': {
      '&[data-folded] :is([data-fold], :has(> [data-fold]:only-child))': { display: 'none !important' },
    },
  },
})

/** Parameters of an address that filter nothing. */
const UNFILTERED = ['tab', 'q', 'page', 'new', 'course_id']

/** A shorter table has nothing to choose. */
const MANY_COLUMNS = 8

/** Shows rows that the server searches, sorts and cuts into pages, with their heading, filters, empty and error state. */
export function ListTab<Row>(props: ListTabProps<Row>) {
  const { list, query, rows, keyOf, caption, show, failed, empty, of, title, tools, main, above } = props
  const { data, error, isPlaceholderData, refetch } = query
  useFailureToast(error, failed)
  const total = data?.total ?? 0
  const { count = total > 0 ? totalText(total, list.page * PAGE_SIZE) : '' } = props
  const columns = typeof show === 'function' ? [] : show
  const shown = useChosenColumns(caption, columns)
  const hasChoice = columns.length >= MANY_COLUMNS && rows?.length !== 0
  const [folded, setFolded] = useState(true)
  const [address] = useSearchParams()
  const isFiltered = [...address.keys()].some((name) => !UNFILTERED.includes(name))
  // A list without a row, ever, has nothing to search.
  const isNew = data?.total === 0 && !isPlaceholderData && !list.q && !isFiltered && !props.others
  const { search, filters } = isNew ? {} : props
  const body = useId()
  const box = search && (
    <chakra.div display="flex" gap="2" w={{ base: 'full', lg: 'auto' }}>
      <chakra.div flex="1" minW="0">
        <SearchBox list={list} label={search} />
      </chakra.div>
      <Button
        variant="outline"
        px="0"
        w="12"
        flexShrink="0"
        position="relative"
        display={{ base: 'inline-flex', lg: 'none' }}
        aria-label="Filters and tools"
        aria-expanded={!folded}
        aria-controls={body}
        onClick={() => setFolded(!folded)}
      >
        <Icon of={IconAdjustments} />
        {isFiltered && (
          <chakra.span position="absolute" top="2" insetEnd="2" boxSize="2" rounded="full" bg="buy.solid" />
        )}
      </Button>
    </chakra.div>
  )
  return (
    <Folding id={body} data-folded={(box && folded) || undefined}>
      {title && (
        <TabHead title={title} {...(props.back && { back: props.back })} count={count} main={main}>
          {((!filters && box) || tools || hasChoice) && (
            <>
              {!filters && box}
              <chakra.div data-fold={box ? '' : undefined} display="contents">
                {hasChoice && <ColumnChoice list={caption} columns={columns} />}
                {tools}
              </chakra.div>
            </>
          )}
        </TabHead>
      )}
      {filters && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="4">
          {box}
          <chakra.div data-fold display="contents">
            {filters}
          </chakra.div>
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
    </Folding>
  )
}
