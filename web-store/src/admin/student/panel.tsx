import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'

const Head = chakra('header', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', ps: '5', pe: '3', py: '3', minH: '60px' },
})

/** A list in a panel: rows between hairlines, as wide as the panel. */
export const Rows = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': { borderTopWidth: '1px', borderColor: 'border', px: '5', py: '2.5', minH: '52px' },
  },
})

export const Small = chakra('span', {
  base: { display: 'block', textStyle: 'sm', color: 'fg.muted', fontVariantNumeric: 'lining-nums tabular-nums' },
})

export const Nothing = chakra('p', {
  base: { px: '5', py: '4', borderTopWidth: '1px', borderColor: 'border', textStyle: 'sm', color: 'fg.muted' },
})

type PanelProps = { title: string; aside?: ReactNode; tools?: ReactNode; children: ReactNode }

/** Renders one section of the student page: heading, side note and actions. */
export function Panel({ title, aside, tools, children }: PanelProps) {
  return (
    <Card as="section" aria-label={title} minW="0" overflow="hidden">
      <Head>
        <chakra.h2 textStyle="h3">{title}</chakra.h2>
        {aside}
        {tools && (
          <chakra.div ms="auto" maxW="full" display="flex" flexWrap="wrap" gap="1">
            {tools}
          </chakra.div>
        )}
      </Head>
      {children}
    </Card>
  )
}

type MoreProps = { shown: number; total: number; what: string; busy: boolean; onMore: () => void }

/** The way to the rest of a list, while there is one. */
export function More({ shown, total, what, busy, onMore }: MoreProps) {
  if (shown >= total) return null
  return (
    <chakra.div display="flex" alignItems="center" gap="3" px="5" py="2.5" borderTopWidth="1px" borderColor="border">
      <Small>
        {shown} of {total.toLocaleString('en-IN')} {what}
      </Small>
      <Button variant="ghost" size="sm" ms="auto" busy={busy} onClick={onMore}>
        Show more
      </Button>
    </chakra.div>
  )
}
