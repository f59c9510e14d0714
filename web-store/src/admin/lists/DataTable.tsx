import type { ComponentProps, ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { IconChevronDown } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { IconChevronUp, IconSelector } from '../host/admin-icons.ts'
import { type Column, sortsOf } from './column.ts'
import { ListTools } from './ListTools.tsx'
import { PAGE_SIZE } from './list-params.ts'
import { Pages } from './Pages.tsx'
import { Table } from './table-parts.tsx'
import type { ListParams } from './use-list-params.ts'

type DataTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  total: number
  keyOf: (row: Row) => string
  list: ListParams<string>
  /** True while other rows are fetched than those shown. */
  stale: boolean
}

/** Draws a page of rows as a table, with placeholders while they load. */
export function DataTable<Row>({ caption, columns, rows, total, keyOf, list, stale }: DataTableProps<Row>) {
  return (
    <Card
      position="relative"
      overflow="hidden"
      aria-busy={!rows || stale || undefined}
      // Unseen, a head cannot shift when its columns find their widths.
      css={{ '& table': { opacity: stale ? '.6' : '1' }, '& thead': { visibility: rows ? 'visible' : 'hidden' } }}
    >
      {(!rows || total > 1) && <ListTools columns={columns} list={list} />}
      <TableOf columns={columns} rows={rows} keyOf={keyOf} list={list}>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      </TableOf>
      {total > PAGE_SIZE && <Pages list={list} total={total} />}
    </Card>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e']

type TableProps<Row> = ComponentProps<typeof Table> & {
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  keyOf: (row: Row, place: number) => string | number
  /** With it the heads sort. */
  list?: ListParams<string>
}

/** Draws rows by their columns, with placeholders while they load. */
export function TableOf<Row>({ columns, rows, keyOf, list, children, ...rest }: TableProps<Row>) {
  return (
    <Table {...rest}>
      {children}
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row, place) => (
              <tr key={keyOf(row, place)}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))
          : PLACES.map((place) => (
              <tr key={place}>
                <td colSpan={columns.length}>
                  <Skeleton h="10" w={{ base: '260px', lg: 'full' }} />
                </td>
              </tr>
            ))}
      </tbody>
    </Table>
  )
}

/** Dates, spans of time and figures fit into it; names and sentences hardly do. */
const SHORT_TEXT = 24

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td
      data-lead={column.lead || undefined}
      data-fills={column.fills || undefined}
      data-numeric={column.numeric || undefined}
      data-whole-line={column.wholeLine || undefined}
      data-from={column.from}
      data-phone={column.phone}
      data-actions={column.actions || undefined}
      data-mark={column.mark || undefined}
      data-short={(!column.lead && typeof children === 'string' && children.length <= SHORT_TEXT) || undefined}
      data-label={column.label}
    >
      {column.actions ? <div>{children}</div> : children}
    </td>
  )
}

const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    color: 'inherit',
    fontWeight: '550',
    cursor: 'pointer',
  },
})

function Head<Row>({ column, list }: { column: Column<Row>; list: ListParams<string> | undefined }) {
  const { head, headCell, sort, mostFirst = false, numeric, from, actions } = column
  const [upwards, downwards] = sortsOf(sort)
  const up = upwards !== undefined && list?.sort === upwards
  const down = downwards !== undefined && list?.sort === downwards
  return (
    <th
      scope="col"
      data-numeric={numeric || undefined}
      data-from={from}
      data-actions={actions || undefined}
      aria-label={sort && head}
      aria-sort={up ? 'ascending' : down ? 'descending' : undefined}
    >
      {list && upwards && downwards ? (
        <SortButton
          type="button"
          onClick={() =>
            list.set((now) => {
              const sort = now.get('sort')
              return { sort: (mostFirst ? sort !== downwards : sort === upwards) ? downwards : upwards }
            })
          }
        >
          {head}
          <Icon of={up ? IconChevronUp : down ? IconChevronDown : IconSelector} size={16} />
        </SortButton>
      ) : (
        (headCell ?? head)
      )}
    </th>
  )
}
