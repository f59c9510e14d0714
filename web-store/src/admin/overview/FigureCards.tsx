import { chakra } from '@chakra-ui/react'
import type { Overview } from 'server/contract/overview'
import { rupeesText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'

const Figure = chakra('p', {
  base: {
    fontSize: '1.75rem',
    fontWeight: '750',
    fontStretch: '84%',
    lineHeight: '1.15',
    fontVariantNumeric: 'lining-nums tabular-nums',
    overflowWrap: 'anywhere',
  },
})

const count = (value: number) => value.toLocaleString('en-IN')

const figures = [
  ['revenue', 'Revenue', rupeesText],
  ['orders', 'Paid orders', count],
  ['students', 'New students', count],
  ['visits', 'Page views', count],
] as const

/** More or less than in the time before, in percent; nothing to compare with where that was none. */
function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'None in the previous period' : 'Up from none'
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return 'No change'
  return percent > 0 ? `Up ${percent}%` : `Down ${-percent}%`
}

type FigureCardsProps = { totals: Overview['totals']; previous: Overview['previous']; days: number }

/** Four figures of the time, each beside the same time before. */
export function FigureCards({ totals, previous, days }: FigureCardsProps) {
  return (
    <chakra.div display="grid" gridTemplateColumns={{ base: 'repeat(2,minmax(0,1fr))', lg: 'repeat(4,1fr)' }} gap="4">
      {figures.map(([name, label, text]) => (
        <Card key={name} p="4.5">
          <chakra.h2 textStyle="label" color="fg.muted">
            {label}
          </chakra.h2>
          <Figure>{text(totals[name])}</Figure>
          <chakra.p textStyle="sm" color="fg.muted" title={`${text(previous[name])} in the ${days} days before`}>
            {change(totals[name], previous[name])}
          </chakra.p>
        </Card>
      ))}
    </chakra.div>
  )
}
