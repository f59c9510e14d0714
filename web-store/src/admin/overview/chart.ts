import { addDays, DAY_MS, MAX_OVERVIEW_DAYS } from 'contract/indian-time'
import type { Overview } from 'contract/overview'
import { rupeesText } from '../../ui/format.ts'

export type Measure = 'revenue' | 'orders' | 'average' | 'refunds' | 'students' | 'visits'
export type Figures = Overview['totals']

/** Returns the average revenue of an order, in rupees to the paisa; 0 without orders. */
export const averageOrder = ({ revenue, orders }: Pick<Figures, 'revenue' | 'orders'>): number =>
  orders === 0 ? 0 : Math.round((revenue * 100) / orders) / 100

export const measured = (figures: Figures, measure: Measure): number =>
  measure === 'average' ? averageOrder(figures) : figures[measure]

/** A step of the axis is one of these times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10]

/** Round marks from 0 to at least `most`, four steps at most; `whole` for what is counted, else whole rupees, up to ₹1,000 without any. */
export function axisMarks(most: number, whole: boolean): number[] {
  if (most === 0 && !whole) return [0, 250, 500, 750, 1000]
  const rough = Math.max(most, whole ? 1 : 4) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const steps = STEPS.map((step) => step * power).filter((step) => !whole || Number.isInteger(step))
  const step = steps.find((one) => one >= rough * 0.999_999) ?? (whole ? Math.max(1, Math.ceil(rough)) : 10 * power)
  const count = Math.max(1, Math.ceil((most / step) * 0.999_999))
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** One bar: a day, or several where there are too many days for a bar each. */
export type Bar = { from: string; to: string; now: Figures; before: Figures }

/** So many bars are wide enough to be met by a finger. */
const MOST_BARS = 92

const none: Figures = { revenue: 0, refunds: 0, orders: 0, students: 0, visits: 0 }

function sum(rows: readonly Figures[]): Figures {
  const whole = { ...none }
  for (const row of rows) {
    for (const name of Object.keys(none) as (keyof Figures)[]) whole[name] += row[name]
  }
  // Sums of rupees with paise keep to paise.
  whole.revenue = Math.round(whole.revenue * 100) / 100
  whole.refunds = Math.round(whole.refunds * 100) / 100
  return whole
}

/** The days as bars, each beside the same days of the time before; more than a quarter is shown by weeks. */
export function barsOf(days: Overview['days'], before: Overview['previous_days']): Bar[] {
  const size = days.length > MOST_BARS ? 7 : 1
  const bars: Bar[] = []
  for (let start = 0; start < days.length; start += size) {
    const part = days.slice(start, start + size)
    const [first, last] = [part[0], part.at(-1)]
    if (!first || !last) break
    bars.push({ from: first.day, to: last.day, now: sum(part), before: sum(before.slice(start, start + size)) })
  }
  return bars
}

/** Picks the bars that have their day below them, at most `most`, evenly from the first; `withLast`: the last one also, for one too near to it. */
export function labelled(bars: number, most: number, withLast = false): number[] {
  const step = Math.max(1, Math.ceil(bars / most))
  const even = Array.from({ length: Math.ceil(bars / step) }, (_, index) => index * step)
  return withLast ? [...even.filter((index) => bars - 1 - index >= step / 2), bars - 1] : even
}

/** The bar below a point, which is a share of the plot's width; beside the plot it is the nearest one. */
export const barAt = (share: number, bars: number): number => Math.max(0, Math.min(bars - 1, Math.floor(share * bars)))

/** The figures of the days, each by its name. */
export const figures: readonly { name: Measure; title: string; text: (value: number) => string }[] = [
  { name: 'revenue', title: 'Revenue', text: rupeesText },
  { name: 'orders', title: 'Paid orders', text: plain },
  { name: 'average', title: 'Average order', text: rupeesText },
  { name: 'refunds', title: 'Refunds', text: rupeesText },
  { name: 'students', title: 'New students', text: plain },
  { name: 'visits', title: 'Page views', text: plain },
]

function plain(value: number): string {
  return value.toLocaleString('en-IN')
}

/** More or less than before in words, and whether that is good news; `up` is bad for refunds. */
export function change(now: number, before: number, upIsGood = true): { text: string; tone: 'good' | 'bad' | 'same' } {
  if (now === before) return { text: 'No change', tone: 'same' }
  if (before === 0) return { text: 'Up from zero', tone: upIsGood ? 'good' : 'bad' }
  const percent = Math.round(((now - before) / Math.abs(before)) * 100)
  if (percent === 0) return { text: 'No change', tone: 'same' }
  return {
    text: percent > 0 ? `Up ${percent.toLocaleString('en-IN')}%` : `Down ${-percent}%`,
    tone: percent > 0 === upIsGood ? 'good' : 'bad',
  }
}

export const SPANS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'Year'],
] as const
export type Span = (typeof SPANS)[number][0]

export type Range = { from: string; to: string }

const isDay = (text: string | null): text is string =>
  text !== null &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  addDays(text, 0) === text

/** Counts the days of a range, both ends included. */
export const lengthOf = ({ from, to }: Range): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Parses the range of an address: `?from=&to=`, or `?days=`; the last 30 days without a valid range. */
export function rangeOf(search: URLSearchParams, today: string): Range & { span: Span | undefined } {
  const [from, to] = [search.get('from'), search.get('to')]
  if (isDay(from) && isDay(to)) {
    const length = lengthOf({ from, to })
    if (length >= 1 && length <= MAX_OVERVIEW_DAYS) return { from, to, span: undefined }
  }
  const span = SPANS.find(([days]) => days === search.get('days'))?.[0] ?? '30'
  return { from: addDays(today, 1 - Number(span)), to: today, span }
}

/** The range with another end: the other one gives way where they would cross or lie too far apart. */
export function withEnd(range: Range, end: keyof Range, day: string): Range {
  if (!isDay(day)) return range
  const { from, to }: Range = end === 'from' ? { ...range, from: day } : { ...range, to: day }
  const length = lengthOf({ from, to })
  if (length < 1) return { from: day, to: day }
  if (length <= MAX_OVERVIEW_DAYS) return { from, to }
  return end === 'from'
    ? { from, to: addDays(from, MAX_OVERVIEW_DAYS - 1) }
    : { from: addDays(to, 1 - MAX_OVERVIEW_DAYS), to }
}
