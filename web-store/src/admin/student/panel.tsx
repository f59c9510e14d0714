import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card, Row } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'

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
        <H3 as="h2">{title}</H3>
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

/** So many of a list are shown at first, more with each press, and at most. */
export const MORE = { first: 10, step: 40, most: 200 }

type MoreProps<Name extends string> = {
  of: Name
  query: { data: ({ [At in Name]: readonly unknown[] } & { total: number }) | undefined; isPlaceholderData: boolean }
  onMore: (limit: (before: number) => number) => void
}

/** The way to the rest of a list, while there is one. */
export function More<Name extends string>({ of, query: { data, isPlaceholderData }, onMore }: MoreProps<Name>) {
  if (!data || data[of].length >= data.total) return null
  return (
    <Row px="5" py="2.5" borderTopWidth="1px" borderColor="border">
      <Small>
        {data[of].length} of {data.total.toLocaleString('en-IN')} {of}
      </Small>
      <Button
        variant="ghost"
        size="sm"
        ms="auto"
        busy={isPlaceholderData}
        onClick={() => onMore((before) => Math.min(before + MORE.step, MORE.most))}
      >
        Show more
      </Button>
    </Row>
  )
}
