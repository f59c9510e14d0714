import type { ComponentProps } from 'react'
import { Skeleton } from '../ui/layout.tsx'

type Rows = { row: number; gap: number }

const rows = ({ row, gap }: Rows) => ({
  height: `calc(var(--lines, 1) * ${row + gap}px - ${gap}px)`,
  mask: `repeating-linear-gradient(#000 0 ${row}px, #0000 0 ${row + gap}px)`,
})

/** Room for the lines of a cart that is not known yet, so high in pixels each; how many there are, `first-page/frame-script.js` says. */
export function LinesPlace({ phone, wide = phone }: { phone: Rows; wide?: Rows }) {
  return <Skeleton css={{ ...rows(phone), md: rows(wide) }} />
}

/** Room for a sum that is not known yet: as high as its figures, and on their line. */
export function SumPlace({ w = '90px', ...more }: ComponentProps<typeof Skeleton>) {
  return (
    <Skeleton as="span" display="block" w={w} {...more}>
      {'\u00a0'}
    </Skeleton>
  )
}
