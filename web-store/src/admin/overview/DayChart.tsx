import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { Overview } from 'server/contract/overview'
import { rupeesText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { Hidden } from '../../ui/text.tsx'
import { Segments } from '../parts/Segments.tsx'

const MEASURES = [
  ['revenue', 'Revenue'],
  ['orders', 'Orders'],
  ['students', 'Students'],
  ['visits', 'Views'],
] as const
type Measure = (typeof MEASURES)[number][0]

const short = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const dayText = (day: string) => short.format(new Date(`${day}T00:00:00Z`))

const Bars = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '2px',
    h: '180px',
    mt: '4',
    borderBottomWidth: '1px',
    borderColor: 'border.emphasized',
    '& > span': {
      flex: '1',
      minW: '1px',
      bg: 'neel.focusRing',
      borderRadius: '3px 3px 0 0',
      _hover: { bg: 'neel.fg' },
    },
  },
})

/** A bar for each day. The same figures stand in a table for who cannot see it. */
export function DayChart({ days }: { days: Overview['days'] }) {
  const [measure, setMeasure] = useState<Measure>('revenue')
  const text = (value: number) => (measure === 'revenue' ? rupeesText(value) : value.toLocaleString('en-IN'))
  const most = Math.max(1, ...days.map((day) => day[measure]))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Card p="4.5">
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center" justifyContent="space-between">
        <h2>
          <chakra.span textStyle="h3">By day</chakra.span>
        </h2>
        <chakra.div overflowX="auto" maxW="full">
          <Segments label="Figure" value={measure} options={MEASURES} onChange={setMeasure} />
        </chakra.div>
      </chakra.div>
      <Bars aria-hidden>
        {days.map((day) => (
          <span
            key={day.day}
            title={`${dayText(day.day)}: ${text(day[measure])}`}
            style={{ height: `${(day[measure] / most) * 100}%` }}
          />
        ))}
      </Bars>
      <chakra.div display="flex" justifyContent="space-between" textStyle="sm" color="fg.muted" mt="1.5" aria-hidden>
        <span>{first && dayText(first.day)}</span>
        <span>Most: {text(most === 1 && days.every((day) => day[measure] === 0) ? 0 : most)}</span>
        <span>{last && dayText(last.day)}</span>
      </chakra.div>
      <Hidden as="div">
        <table>
          <caption>Figures of each day</caption>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayText(day.day)}</th>
                <td>{text(day[measure])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </Card>
  )
}
