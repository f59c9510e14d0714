import { useId } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { type Column, sortChoices } from './column.ts'
import type { ListParams } from './use-list-params.ts'

const Bar = chakra('div', {
  base: {
    display: { base: 'flex', lg: 'none' },
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '2.5',
    bg: 'bg.subtle',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
})

/** Below `lg`, where the rows have no head above them: what the head offers, to mark all and to choose the order. */
export function ListTools<Row>({ columns, list }: { columns: readonly Column<Row>[]; list: ListParams<string> }) {
  const id = useId()
  const choices = sortChoices(columns)
  const markAll = columns.find(({ mark }) => mark)?.headCell
  if (choices.length === 0 && !markAll) return null
  return (
    <Bar data-fold>
      {markAll}
      {choices.length === 0 && (
        <chakra.span aria-hidden textStyle="sm" color="fg.muted" ms="1.5">
          All on this page
        </chakra.span>
      )}
      {choices.length > 0 && (
        <>
          <chakra.label htmlFor={id} textStyle="sm" color="fg.muted" whiteSpace="nowrap">
            Sort by
          </chakra.label>
          <Select
            id={id}
            value={list.sort ?? ''}
            onChange={(event) => list.set({ sort: event.target.value })}
            flex="1"
            minW="0"
            textOverflow="ellipsis"
          >
            <option value="">Default order</option>
            {choices.map(([sort, text]) => (
              <option key={sort} value={sort}>
                {text}
              </option>
            ))}
          </Select>
        </>
      )}
    </Bar>
  )
}
