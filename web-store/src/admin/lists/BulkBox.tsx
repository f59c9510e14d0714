import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'

const Bar = chakra('div', {
  base: {
    position: 'sticky',
    top: 'calc(var(--frame-top, 0px) + 8px)',
    zIndex: '2',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    mb: '4',
    px: '4',
    py: '2.5',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.strong',
    borderRadius: 'l3',
    boxShadow: 'md',
  },
})

/** Shows the number of marked rows, and their actions; it stays in sight. */
export function BulkBox({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  return (
    <Bar role="region" aria-label={label}>
      <chakra.p fontWeight="600" fontVariantNumeric="tabular-nums" me="auto" role="status">
        {count} selected
      </chakra.p>
      {children}
    </Bar>
  )
}
