import type { Overview } from 'contract/overview'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { change, type Measure, measured } from './chart.ts'

const Figure = chakra('p', {
  base: {
    fontSize: { base: '1.375rem', md: '1.75rem' },
    fontWeight: '750',
    fontStretch: '84%',
    lineHeight: '1.15',
    fontVariantNumeric: 'lining-nums tabular-nums',
    overflowWrap: 'anywhere',
  },
})

const count = (value: number) => value.toLocaleString('en-IN')

export const figures: readonly {
  name: Measure
  title: string
  label: string
  short: string
  text: (value: number) => string
}[] = [
  { name: 'revenue', title: 'Revenue', label: 'Revenue, after refunds', short: 'Revenue', text: rupeesText },
  { name: 'orders', title: 'Paid orders', label: 'Paid orders', short: 'Orders', text: count },
  { name: 'average', title: 'Average order', label: 'Average order', short: 'Average', text: rupeesText },
  { name: 'refunds', title: 'Refunds', label: 'Refunded', short: 'Refunds', text: rupeesText },
  { name: 'students', title: 'New students', label: 'New students', short: 'Students', text: count },
  { name: 'visits', title: 'Page views', label: 'Page views', short: 'Views', text: count },
]

const tones = { good: 'success.fg', bad: 'danger.fg', same: 'fg.muted' } as const

type FigureCardsProps = { totals: Overview['totals']; previous: Overview['previous']; days: number }

/** The figures of the time, each beside the same time before. */
export function FigureCards({ totals, previous, days }: FigureCardsProps) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2,minmax(0,1fr))', lg: 'repeat(3,minmax(0,1fr))' }}
      gap={{ base: '3', md: '4' }}
    >
      {figures.map(({ name, label, text }) => {
        const before = measured(previous, name)
        const { text: said, tone } = change(measured(totals, name), before, name !== 'refunds')
        return (
          <Card key={name} display="grid" gridTemplateRows="1fr" px={{ base: '3.5', md: '4.5' }} py="4">
            <chakra.h2 textStyle="label" color="fg.muted">
              {label}
            </chakra.h2>
            <Figure>{text(measured(totals, name))}</Figure>
            <chakra.p
              textStyle="sm"
              color={tones[tone]}
              title={`${text(before)} in the previous ${days === 1 ? 'day' : `${days} days`}`}
            >
              {said}
            </chakra.p>
          </Card>
        )
      })}
    </chakra.div>
  )
}
