import { chakra } from '@chakra-ui/react'
import type { Column } from '../components/DataTable.tsx'
import type { AdminCard } from './courses.queries.ts'

export type Marks = ReadonlyMap<string, AdminCard>

const Box = chakra('input', {
  base: { w: '20px', h: '20px', display: 'block', accentColor: '{colors.action.solid}', cursor: 'pointer' },
})

/** Marks one course, and in the head all that the page shows. */
export function markColumn(
  cards: readonly AdminCard[],
  marks: Marks,
  onMark: (cards: readonly AdminCard[], on: boolean) => void,
): Column<AdminCard> {
  const marked = cards.filter(({ course_id }) => marks.has(course_id)).length
  return {
    head: 'Select',
    mark: true,
    headCell: (
      <Box
        type="checkbox"
        aria-label="Select all on this page"
        checked={cards.length > 0 && marked === cards.length}
        ref={(box: HTMLInputElement | null) => {
          if (box) box.indeterminate = marked > 0 && marked < cards.length
        }}
        onChange={(event) => onMark(cards, event.target.checked)}
      />
    ),
    cell: (course) => (
      <Box
        type="checkbox"
        aria-label={`Select ${course.name}`}
        checked={marks.has(course.course_id)}
        onChange={(event) => onMark([course], event.target.checked)}
      />
    ),
  }
}
