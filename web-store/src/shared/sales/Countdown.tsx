import { Fragment, useEffect, useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'

const START_SECONDS = 22 * 3600 + 34 * 60 + 50

const Clock = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'start',
    gap: '2.5',
    color: 'offer.fg',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': { minW: { base: '60px', md: '72px' } },
    '& b': {
      display: 'block',
      fontSize: { base: '2rem', md: '2.75rem' },
      lineHeight: '1',
      fontWeight: '800',
      fontStretch: '82%',
    },
    '& div span': { fontSize: '.8125rem', color: 'fg.muted' },
    '& i': { fontStyle: 'normal', fontSize: { base: '1.625rem', md: '2.25rem' }, fontWeight: '700', lineHeight: '1.1' },
  },
})

const two = (value: number) => String(value).padStart(2, '0')

/** Counts down to zero from the start of every visit. It is decoration, and hidden from screen readers: no sale ends with it. */
export function Countdown() {
  const [left, setLeft] = useState(START_SECONDS)
  const over = left === 0
  useEffect(() => {
    if (over) return
    // Measured, not counted: browsers slow the timers of hidden tabs down.
    const begun = performance.now()
    const tick = () => setLeft(Math.max(0, START_SECONDS - Math.floor((performance.now() - begun) / 1000)))
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [over])
  const parts = [
    [t('Hours'), Math.floor(left / 3600)],
    [t('Minutes'), Math.floor(left / 60) % 60],
    [t('Seconds'), left % 60],
  ] as const
  return (
    <Clock aria-hidden="true" data-countdown="">
      {parts.map(([unit, value], index) => (
        <Fragment key={unit}>
          {index > 0 && <i aria-hidden="true">:</i>}
          <div>
            <b>{two(value)}</b>
            <span>{unit}</span>
          </div>
        </Fragment>
      ))}
    </Clock>
  )
}
