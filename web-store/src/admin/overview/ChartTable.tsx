import { VisuallyHidden } from '../../ui/text.tsx'
import { type Bar, type Measure, measured } from './chart.ts'
import { spanText } from './chart-text.ts'

type ChartTableProps = {
  title: string
  weekly: boolean
  bars: readonly Bar[]
  measure: Measure
  text: (amount: number) => string
}

/** The figures of the chart for whoever cannot see it. */
export function ChartTable({ title, weekly, bars, measure, text }: ChartTableProps) {
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>
          {title} by {weekly ? 'week' : 'day'}
        </caption>
        <thead>
          <tr>
            <th scope="col">{weekly ? 'Week' : 'Day'}</th>
            <th scope="col">{title}</th>
            <th scope="col">Previous period</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.from}>
              <th scope="row">{spanText(bar)}</th>
              <td>{text(measured(bar.now, measure))}</td>
              <td>{text(measured(bar.before, measure))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
