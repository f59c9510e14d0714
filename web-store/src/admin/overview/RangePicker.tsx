import { useEffect, useRef } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { Row } from '../../ui/layout.tsx'
import { Segments } from '../forms/Segments.tsx'
import { type Range, SPANS, type Span, withEnd } from './chart.ts'

type RangePickerProps = {
  range: Range & { span: Span | undefined }
  /** The last day that can be chosen. */
  today: string
  onSpan: (span: Span) => void
  onRange: (range: Range) => void
}

/** A usual span up to today, or any days, whose ends are chosen then. */
export function RangePicker({ range, today, onSpan, onRange }: RangePickerProps) {
  // The address follows a moment later: the other end may be chosen before it does.
  const chosen = useRef<Range>(range)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the range is a new object with every render
  useEffect(() => {
    chosen.current = range
  }, [range.from, range.to])
  const end = (which: keyof Range, label: string) => (
    <Input
      type="date"
      aria-label={label}
      value={range[which]}
      max={today}
      flex={{ base: '1', md: 'none' }}
      w={{ base: 'auto', md: '158px' }}
      minW="0"
      px="3"
      onChange={(event) => {
        if (!event.target.value || event.target.value > today) return
        chosen.current = withEnd(chosen.current, which, event.target.value)
        onRange(chosen.current)
      }}
    />
  )
  return (
    <>
      <chakra.div w={{ base: 'full', md: 'auto' }}>
        <Segments<Span | 'dates'>
          label="Time"
          value={range.span ?? 'dates'}
          options={[...SPANS, ['dates', 'Dates']]}
          onChange={(span) => (span === 'dates' ? onRange({ from: range.from, to: range.to }) : onSpan(span))}
        />
      </chakra.div>
      {range.span === undefined && (
        <Row gap="2" w={{ base: 'full', md: 'auto' }}>
          {end('from', 'From date')}
          <chakra.span color="fg.muted">to</chakra.span>
          {end('to', 'To date')}
        </Row>
      )}
    </>
  )
}
