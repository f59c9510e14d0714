import type { PricedLine } from 'contract/orders/price-cart'
import type { ComponentProps, CSSProperties } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { Skeleton } from '../../ui/layout.tsx'

const BundleParts = later(() => import('./BundleParts.tsx'), { failed: () => null })

/** The courses of a bundle, in their room from the start. */
export function PartsPlace(props: { bundleId: string; line: PricedLine | undefined }) {
  return (
    <chakra.div w="full" style={{ minHeight: `${(props.line?.parts.length ?? 0) * 1.3125}rem` }}>
      <BundleParts {...props} />
    </chakra.div>
  )
}

type Rows = { row: number; gap: number }

const rows = ({ row, gap }: Rows, name: string) => ({ [`--${name}-row`]: `${row}px`, [`--${name}-gap`]: `${gap}px` })

/** Reserves room for the lines of an unknown cart, so high in pixels each; `first-page/frame-script.js` sets their number. */
export function LinesPlace({ phone, wide = phone }: { phone: Rows; wide?: Rows }) {
  return (
    <Skeleton
      css={{
        '--row': 'var(--phone-row)',
        '--gap': 'var(--phone-gap)',
        md: { '--row': 'var(--wide-row)', '--gap': 'var(--wide-gap)' },
        height: 'calc(var(--lines, 1) * (var(--row) + var(--gap)) - var(--gap))',
        mask: 'repeating-linear-gradient(#000 0 var(--row), #0000 0 calc(var(--row) + var(--gap)))',
      }}
      style={{ ...rows(phone, 'phone'), ...rows(wide, 'wide') } as CSSProperties}
    />
  )
}

/** Room for a sum that is not known yet: as high as its figures, and on their line. */
export function SumPlace(more: ComponentProps<typeof Skeleton>) {
  return (
    <Skeleton as="span" display="block" w="90px" {...more}>
      {'\u00a0'}
    </Skeleton>
  )
}
