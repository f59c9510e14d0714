import type { Overview } from 'contract/overview'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { figures } from './chart.ts'

const Cells = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2,minmax(0,1fr))', md: 'repeat(4,minmax(0,1fr))' },
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > li': { px: { base: '4', md: '5' }, pt: '3.5', pb: '4', borderColor: 'border', overflowWrap: 'anywhere' },
    '& > li:nth-child(even)': { borderInlineStartWidth: '1px' },
    '& > li:nth-child(3)': { borderInlineStartWidth: { base: '0', md: '1px' } },
    '& > li:nth-child(n+3)': { borderTopWidth: { base: '1px', md: '0' } },
  },
})

const labels = { revenue: 'Revenue today', orders: 'Orders today', students: 'New students', visits: 'Page views' }
const shown = Object.keys(labels) as (keyof typeof labels)[]

/** The figures of today, each beside the same weekday a week ago by the same time, where that is known. */
export function TodayFigures({ today: { now, week_ago } }: Pick<Overview, 'today'>) {
  const weekday = shopNow().toLocaleDateString('en-IN', { weekday: 'long', timeZone: 'Asia/Kolkata' })
  return (
    <Card asChild>
      <section aria-label="Today">
        <Cells>
          {shown.map((name) => {
            const { text } = figures.find((one) => one.name === name) ?? { text: String }
            const before = week_ago?.[name] ?? null
            return (
              <li key={name}>
                <Muted>{labels[name]}</Muted>
                <chakra.p
                  fontSize={{ base: '1.375rem', md: '1.625rem' }}
                  fontWeight="750"
                  fontStretch="86%"
                  lineHeight="1.2"
                  my="0.5"
                >
                  {text(now[name])}
                </chakra.p>
                {before !== null && (
                  <Muted>
                    {text(before)} by this time last {weekday}
                  </Muted>
                )}
              </li>
            )
          })}
        </Cells>
      </section>
    </Card>
  )
}
