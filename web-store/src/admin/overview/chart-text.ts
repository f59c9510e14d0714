import { countText } from '../../ui/format.ts'
import { type Bar, type Measure, measured } from './chart.ts'

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', ...options })
  return (day: string) => made.format(new Date(`${day}T00:00:00Z`)).replace(/, (\d{4})$/, ' $1')
}

/** `9 Nov`. */
export const shortDay = format({ day: 'numeric', month: 'short' })
const long = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** `Mon, 9 Nov 2026`, or both ends of a week. */
export const spanText = ({ from, to }: Pick<Bar, 'from' | 'to'>): string =>
  from === to ? long(from) : `${shortDay(from)} to ${long(to)}`

export const isMoney = (measure: Measure): boolean =>
  measure === 'revenue' || measure === 'average' || measure === 'refunds'

export const axisText = (value: number, money: boolean): string => `${money ? '₹' : ''}${value.toLocaleString('en-IN')}`

/** The orders behind a figure that is not theirs: `, 1 order`. */
export const ordersText = ({ now: { orders } }: Bar, measure: Measure): string =>
  measure === 'orders' ? '' : `, ${countText(orders, 'order').replace(/^\d+/, orders.toLocaleString('en-IN'))}`

/** A bar for who hears it; `text` writes a figure of the measure. */
export const barText = (bar: Bar, measure: Measure, text: (value: number) => string): string =>
  `${spanText(bar)}: ${text(measured(bar.now, measure))}, previous period ${text(measured(bar.before, measure))}${ordersText(bar, measure)}`
