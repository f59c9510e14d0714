import type { Overview } from 'contract/overview'
import { type PointerEvent, useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { axisMarks, type Bar, barAt, barsOf, change, figures, labelled, type Measure, measured } from './chart.ts'

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

/** Says since when page views are counted, where that is not the whole of both times; 0 before it is unknown. */
function sinceText(
  measure: Measure,
  { days, previous_days, views_since }: Pick<Overview, 'days' | 'previous_days' | 'views_since'>,
): string | undefined {
  const [first, last] = [previous_days[0]?.day ?? days[0]?.day ?? '', days.at(-1)?.day ?? '']
  if (measure !== 'visits' || (views_since !== null && views_since <= first)) return undefined
  if (views_since === null || views_since > last) return 'Not counted yet'
  const counted = days.reduce((sum, { visits }) => sum + visits, 0)
  return `${counted.toLocaleString('en-IN')}, counted since ${shortDay(views_since)}`
}

type DayChartProps = { data: Overview; today: string }

/** A bar for each day, or week of a long time, with the time before as a line. The figures are in a table as well. */
export function DayChart({ data: { days, totals, previous, previous_days, views_since }, today }: DayChartProps) {
  const [measure, setMeasure] = useState<Measure>('revenue')
  const [shown, setShown] = useState<number>()
  const bars = barsOf(days, previous_days)
  const figure = figures.find(({ name }) => name === measure) ?? figures[0]
  if (!figure || bars.length === 0) return null
  const money = isMoney(measure)
  const whole = measured(totals, measure)
  const since = sinceText(measure, { days, previous_days, views_since })
  const value = (bar: Bar) => measured(bar.now, measure)
  const before = (bar: Bar) => measured(bar.before, measure)
  const marks = axisMarks(Math.max(...bars.flatMap((bar) => [value(bar), before(bar)])), !money)
  const top = marks.at(-1) ?? 1
  const share = (amount: number) => (Math.max(0, amount) / top) * 100
  const centre = (index: number) => ((index + 0.5) / bars.length) * 100
  const at = shown === undefined ? undefined : bars[Math.min(shown, bars.length - 1)]
  const place = Math.min(shown ?? 0, bars.length - 1)
  const weekly = bars.some(({ from, to }) => from !== to)
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setShown(barAt((event.clientX - left) / width, bars.length))
  }
  return (
    <Card p={{ base: '4', md: '5' }}>
      <VisuallyHidden as="h2">
        {figure.title} by {weekly ? 'week' : 'day'}
      </VisuallyHidden>
      <chakra.div display="flex" flexWrap="wrap" columnGap="2" rowGap="1" alignItems="center">
        <Select
          aria-label="Figure of the chart"
          value={measure}
          w="auto"
          minH="9"
          ms="-2"
          ps="2"
          pe="8"
          py="1"
          borderColor="transparent"
          backgroundPosition="right 8px center"
          fontSize="1.125rem"
          fontWeight="620"
          fontStretch="88%"
          _hover={{ bgColor: 'bg.muted' }}
          onChange={({ target }) => setMeasure(target.value as Measure)}
        >
          {figures.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
        <chakra.p color="fg.muted" me="auto" fontVariantNumeric="lining-nums tabular-nums">
          {since ?? `${figure.text(whole)}, ${change(whole, measured(previous, measure)).text.toLowerCase()}`}
        </chakra.p>
        <Legend days={days.length} />
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns="auto minmax(0,1fr)" columnGap="3" mt="4">
        <Muted as="div" position="relative" textAlign="end" aria-hidden>
          {/* Takes the width of the widest mark; the marks themselves stand at their lines. */}
          <chakra.span visibility="hidden" display="block" h="0" overflow="hidden">
            {axisText(top, money)}
          </chakra.span>
          {marks.map((mark) => (
            <chakra.span
              key={mark}
              position="absolute"
              insetEnd="0"
              transform="translateY(50%)"
              fontSize=".8125rem"
              whiteSpace="nowrap"
              style={{ bottom: `${share(mark)}%` }}
            >
              {axisText(mark, money)}
            </chakra.span>
          ))}
        </Muted>
        <Plot
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setShown(undefined)}
        >
          <div aria-hidden>
            {marks.map((mark) => (
              <Line key={mark} style={{ bottom: `${share(mark)}%` }} />
            ))}
            <Columns data-one={at ? '' : undefined}>
              {bars.map((bar, index) => (
                <span
                  key={bar.from}
                  data-shown={(at && index === place) || undefined}
                  data-today={bar.to === today || undefined}
                >
                  <i style={{ height: `${share(value(bar))}%` }} />
                </span>
              ))}
            </Columns>
            <Before points={bars.map((bar, index) => `${centre(index)},${100 - share(before(bar))}`)} />
            {at && (
              <>
                <chakra.div
                  position="absolute"
                  insetY="0"
                  borderInlineStartWidth="1px"
                  borderStyle="dashed"
                  borderColor="border.emphasized"
                  pointerEvents="none"
                  style={{ left: `${centre(place)}%` }}
                />
                <Bubble style={{ left: `${centre(place)}%`, transform: `translateX(-${centre(place)}%)` }}>
                  <b>{spanText(at)}</b>
                  <br />
                  {figure.text(value(at))}
                  {ordersText(at, measure)}
                  <chakra.span display="block" color="fg.muted">
                    Previous period: {figure.text(before(at))}
                  </chakra.span>
                </Bubble>
              </>
            )}
          </div>
          <Keys
            type="range"
            min={0}
            max={bars.length - 1}
            value={place}
            aria-label={`${figure.title}, one ${weekly ? 'week' : 'day'} at a time`}
            aria-valuetext={bars[place] && barText(bars[place], measure, figure.text)}
            onFocus={() => setShown(shown ?? bars.length - 1)}
            onBlur={() => setShown(undefined)}
            onKeyDown={(event) => event.key === 'Escape' && setShown(undefined)}
            onChange={(event) => setShown(Number(event.target.value))}
          />
        </Plot>
        <span />
        <chakra.div position="relative" h="6" mt="1.5" fontSize=".8125rem" color="fg.muted" aria-hidden>
          {labelled(bars.length, 4, bars.at(-1)?.to === today).map((index) => (
            <chakra.span
              key={index}
              position="absolute"
              whiteSpace="nowrap"
              style={{
                left: `${centre(index)}%`,
                transform: `translateX(-${index === 0 ? Math.min(50, centre(0)) : 50}%)`,
              }}
            >
              {bars[index] && (bars[index].to === today ? 'Today' : shortDay(bars[index].from))}
            </chakra.span>
          ))}
        </chakra.div>
      </chakra.div>
      <ChartTable title={figure.title} weekly={weekly} bars={bars} text={figure.text} measure={measure} />
    </Card>
  )
}

type ChartTableProps = {
  title: string
  weekly: boolean
  bars: readonly Bar[]
  measure: Measure
  text: (amount: number) => string
}

/** The figures of the chart for whoever cannot see it. */
function ChartTable({ title, weekly, bars, measure, text }: ChartTableProps) {
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

const Plot = chakra('div', {
  base: {
    position: 'relative',
    h: { base: '200px', md: '240px' },
    touchAction: 'pan-y',
    cursor: 'crosshair',
    borderRadius: 'l1',
    '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'action.focusRing', outlineOffset: '4px' },
  },
})

const Line = chakra('div', {
  base: { position: 'absolute', insetX: '0', borderTopWidth: '1px', borderColor: 'border' },
})

const Columns = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    display: 'flex',
    alignItems: 'flex-end',
    '& > span': {
      flex: '1',
      minW: '0',
      h: 'full',
      px: { base: '0.5px', md: '2px' },
      display: 'flex',
      alignItems: 'flex-end',
    },
    '& > span > i': { display: 'block', w: 'full', bg: 'action.focusRing', borderRadius: '3px 3px 0 0', minH: '0' },
    // Today is not over yet.
    '& > span[data-today] > i': { bg: 'action.emphasized' },
    '&[data-one] > span:not([data-shown]) > i': { opacity: '.5' },
  },
})

const Bubble = chakra('div', {
  base: {
    position: 'absolute',
    top: '0',
    zIndex: '1',
    px: '3.5',
    py: '2.5',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    boxShadow: 'md',
    textStyle: 'sm',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

/** The keys and voices of a slider, without its looks: the chart itself is what is seen. */
const Keys = chakra('input', {
  base: { position: 'absolute', inset: '0', w: 'full', h: 'full', m: '0', opacity: '0', pointerEvents: 'none' },
})

/** Explains that bars are these days, and dashes the time before. */
function Legend({ days }: { days: number }) {
  const period = days === 1 ? 'day' : `${days} days`
  return (
    <chakra.p display="flex" flexWrap="wrap" columnGap="4" fontSize=".8125rem" color="fg.muted" aria-hidden>
      <chakra.span display="inline-flex" alignItems="center" gap="2">
        <chakra.span w="3" h="3" borderRadius="3px" bg="action.focusRing" />
        {days === 1 ? 'This' : 'These'} {period}
      </chakra.span>
      <chakra.span display="inline-flex" alignItems="center" gap="2">
        <chakra.span w="5" borderTopWidth="2px" borderStyle="dashed" borderColor="buy.fg" />
        {period} before
      </chakra.span>
    </chakra.p>
  )
}

const Dashes = chakra('svg', {
  base: {
    position: 'absolute',
    inset: '0',
    w: 'full',
    h: 'full',
    overflow: 'visible',
    pointerEvents: 'none',
    color: 'buy.fg',
  },
})

/** The time before as a dashed line; `points` in hundredths of the plot, `12,40`. */
function Before({ points }: { points: readonly string[] }) {
  return (
    <Dashes viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
    </Dashes>
  )
}
