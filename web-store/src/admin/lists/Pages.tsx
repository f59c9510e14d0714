import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { PAGE_SIZE, totalText } from './list-params.ts'
import type { ListParams } from './use-list-params.ts'

const Foot = chakra('nav', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    textStyle: 'sm',
    color: 'fg.muted',
  },
})

const figure = new Intl.NumberFormat('en-IN')

/** Shows the position in a list, with links to the previous and next page. */
export function Pages({ list, total, size = PAGE_SIZE }: { list: ListParams<string>; total: number; size?: number }) {
  const last = Math.ceil(total / size)
  const from = (list.page - 1) * size + 1
  const seen = list.page * size
  const go = (page: number) => list.set({ page: page > 1 ? String(page) : '' }, { keepPage: true, push: true })
  return (
    <Foot aria-label="Pages">
      <span role="status">
        {figure.format(from)} to {figure.format(Math.min(seen, total))} of {totalText(total, seen)}
      </span>
      <chakra.div display="flex" gap="1">
        <Button variant="outline" size="sm" disabled={list.page <= 1} onClick={() => go(list.page - 1)}>
          Previous
        </Button>
        <Button variant="outline" size="sm" disabled={list.page >= last} onClick={() => go(list.page + 1)}>
          Next
        </Button>
      </chakra.div>
    </Foot>
  )
}
