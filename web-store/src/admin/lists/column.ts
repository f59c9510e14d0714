import type { ReactNode } from 'react'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** The name the server sorts by, or its two names, up and down; with it the head is a button. */
  sort?: string | readonly [up: string, down: string]
  /** The first press orders downwards: the most is what is looked for. */
  mostFirst?: boolean
  /** Names the two orders, up and down, where letters or figures do not suffice. */
  orders?: readonly [up: string, down: string]
  numeric?: boolean
  /** The row's name: first on phones. */
  lead?: boolean
  /** Takes the room that the others leave, and cuts what does not fit: without it the longest cell decides. */
  fills?: boolean
  /** Written before the value on phones. */
  label?: string
  /** On phones it has a line to itself, so that equal values of all rows stand below each other. */
  wholeLine?: boolean
  /** The table's least window in pixels that shows it, unless somebody chose it. */
  from?: 1280 | 1440 | 1600 | undefined
  /** Absent until somebody chooses it. */
  off?: true
  /** On phones it is beside the name, behind all others, or hidden. */
  phone?: 'first' | 'last' | 'none'
  actions?: boolean
  /** Marks rows; on phones it precedes the name. */
  mark?: boolean
  /** Replaces the words of the head. */
  headCell?: ReactNode
}

/** The server's names of a column's two orders; none of one that it does not sort by. */
export const sortsOf = (sort: Column<unknown>['sort']): readonly [up: string, down: string] | readonly [] =>
  typeof sort === 'string' ? [sort, `-${sort}`] : (sort ?? [])

/** Every order that the heads offer, in words. */
export function sortChoices<Row>(columns: readonly Column<Row>[]): [sort: string, text: string][] {
  return columns.flatMap(({ head, sort, numeric, mostFirst, orders }) => {
    const [up, down] = sortsOf(sort)
    if (up === undefined || down === undefined) return []
    const [upText, downText] = orders ?? (numeric ? ['lowest first', 'highest first'] : ['A to Z', 'Z to A'])
    const both: [string, string][] = [
      [up, `${head}, ${upText}`],
      [down, `${head}, ${downText}`],
    ]
    return mostFirst ? both.reverse() : both
  })
}
