import { chakra } from '../../ui/chakra.ts'
import { Tag } from '../../ui/layout.tsx'

export type StateLook = { label: string; palette: 'success' | 'action' | 'buy' | 'danger' | 'gray' }

type Props<State extends string> = {
  lines: readonly { state: State }[]
  /** Which states there are, in the order in which they are told. */
  order: readonly State[]
  looks: Readonly<Record<State, StateLook>>
}

/** How many lines of a dry run come to what; a state that none has is left out. */
export function StateCounts<State extends string>({ lines, order, looks }: Props<State>) {
  const counts = order.map((state) => [state, lines.filter((line) => line.state === state).length] as const)
  return (
    <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="2" aria-label="What will happen">
      {counts.map(
        ([state, count]) =>
          count > 0 && (
            <li key={state}>
              <Tag coloured colorPalette={looks[state].palette}>
                {looks[state].label}: {count.toLocaleString('en-IN')}
              </Tag>
            </li>
          ),
      )}
    </chakra.ul>
  )
}
