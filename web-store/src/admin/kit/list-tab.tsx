import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { IconShape } from '../../ui/icon-drawing.ts'
import { IconPlus } from '../../ui/icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { withTotal } from '../host/admin-api.ts'
import { type Column, sortsOf } from '../lists/column.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import type { ExportTable } from '../lists/export-table.ts'
import { ListTab } from '../lists/ListTab.tsx'
import { type ListParams, useListParams } from '../lists/use-list-params.ts'
import type { AnswerOf, Call } from './call.ts'

const ActButton = chakra(
  IconButton,
  { base: { color: 'fg.muted', '&[data-danger]:hover': { color: 'danger.fg', bg: 'danger.subtle' } } },
  { defaultProps: { compact: true } },
)

/** An action on a row, as a button at its end. A hook: it may open a dialog of its own. */
export type RowAction<Row> = () => {
  /** Names the button for the row. */
  name: (row: Row) => string
  icon: IconShape
  run: (row: Row) => void
  danger?: boolean
  /** Without it, it is on every row. */
  suits?: ((row: Row) => boolean) | undefined
  dialog?: ReactNode
}

type Opened<Row> = ComponentType<{ of: Row; onClose: () => void }>

/** The action that opens a dialog of the row. */
export function opens<Row extends Of, Of>(
  name: (row: Row) => string,
  icon: IconShape,
  Dialog: Opened<Of>,
  suits?: (row: Row) => boolean,
): RowAction<Row> {
  return function useOpened() {
    const [row, setRow] = useState<Row>()
    return {
      name,
      icon,
      suits,
      run: setRow,
      dialog: row !== undefined && <Dialog of={row} onClose={() => setRow(undefined)} />,
    }
  }
}

/** The column of actions on rows, none without any, and the dialogs that they open. */
export function useRowActions<Row>(actions: readonly RowAction<Row>[]): [columns: Column<Row>[], dialogs: ReactNode] {
  // biome-ignore lint/correctness/useHookAtTopLevel: the actions do not change their order
  const acts = actions.map((useAction) => useAction())
  const cell = (row: Row) => <Buttons row={row} acts={acts.filter(({ suits }) => suits?.(row) ?? true)} />
  const dialogs = acts.map(({ dialog }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the actions do not change their order
    <div key={at} style={{ display: 'contents' }}>
      {dialog}
    </div>
  ))
  return [acts.length > 0 ? [{ head: 'Actions', actions: true, cell }] : [], dialogs]
}

type ArrayNames<Answer> = {
  [Name in keyof Answer]: Answer[Name] extends readonly unknown[] ? Name : never
}[keyof Answer] &
  string

type ListOf<Row, C extends Call> = {
  title: string
  /** A plural noun: "promo codes". */
  of: string
  call: C
  /** The field of the answer that has the rows. */
  rows: ArrayNames<AnswerOf<C>>
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Each at the end of a row; their number and order never change. */
  actions?: readonly RowAction<Row>[]
  /** The label of the search. */
  search?: string
  download?: ExportTable
  empty: { icon: IconShape; title: string; text: ReactNode }
  /** The button of a new row: at the head, or in the empty card. `new` in the address opens its dialog. */
  add: { label: string; dialog: (onClose: () => void, list: ListParams<string>) => ReactNode }
}

/** A tab of the console that is a list: what the server searches, sorts and cuts into pages, with actions on each row. */
export function listTab<Row, C extends Call>(tab: ListOf<Row, C>): ComponentType {
  const { title, of, call, rows, keyOf, columns, actions = [], search, download, empty, add } = tab
  const sorts = columns.flatMap(({ sort }) => sortsOf(sort))
  return function Tab() {
    const list = useListParams(sorts)
    const { input } = list
    const query = useQuery({
      queryKey: [...call.key(), 'list', input],
      queryFn: ({ signal }) =>
        withTotal((options) => (call.call as (...given: unknown[]) => Promise<AnswerOf<C>>)(input, options), signal),
      placeholderData: keepPreviousData,
    })
    const [ofActions, dialogs] = useRowActions(actions)
    const isNew = query.data?.total === 0 && !list.q
    const tools = download && !isNew && <ExportButton table={download} input={(list.q ? { q: list.q } : {}) as never} />
    const button = (
      <Button onClick={() => list.set({ new: '1' }, { keepPage: true })}>
        <Icon of={IconPlus} />
        {add.label}
      </Button>
    )
    return (
      <>
        <ListTab
          title={title}
          caption={title}
          list={list}
          query={query}
          rows={(query.data?.data as Record<string, Row[]> | undefined)?.[rows]}
          keyOf={keyOf}
          show={[...columns, ...ofActions]}
          failed={`Failed to load ${of}`}
          of={of}
          empty={
            <PageMessage icon={empty.icon} title={empty.title} action={button}>
              {empty.text}
            </PageMessage>
          }
          search={search}
          tools={tools}
          main={!isNew && button}
        />
        {list.get('new') && add.dialog(() => list.set({ new: '' }, { keepPage: true }), list)}
        {dialogs}
      </>
    )
  }
}

function Buttons<Row>({ row, acts }: { row: Row; acts: readonly ReturnType<RowAction<Row>>[] }) {
  return acts.map(({ name, icon, run, danger }) => (
    <ActButton key={name(row)} data-danger={danger || undefined} aria-label={name(row)} onClick={() => run(row)}>
      <Icon of={icon} />
    </ActButton>
  ))
}
