import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Tag } from '../../ui/layout.tsx'

const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3.5', mb: '4.5' },
})

/** On phones each tool is as wide as the page, or shares it with its neighbours. */
const Tools = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2.5',
    ms: 'auto',
    w: { base: 'full', lg: 'auto' },
    '& > button, & > a': { flex: { base: '1', lg: 'none' } },
  },
})

/** The heading of a tab, with a figure beside it and its tools at the other end. */
export function TabHead({ title, count, children }: { title: string; count?: ReactNode; children?: ReactNode }) {
  return (
    <Line>
      <chakra.h1 textStyle="h1" fontSize={{ base: '1.875rem', md: '1.875rem' }} overflowWrap="anywhere" minW="0">
        {title}
      </chakra.h1>
      {count !== undefined && <Tag fontVariantNumeric="tabular-nums">{count}</Tag>}
      {children && <Tools>{children}</Tools>}
    </Line>
  )
}
