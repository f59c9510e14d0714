import type { NextPayout } from 'contract/settlements'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { axisMarks } from '../overview/chart.ts'
import { axisText, shortDay } from '../overview/DayChart.tsx'
import { signedText } from './signed-text.ts'

type Day = z.input<typeof NextPayout>['days'][number]

const Plot = chakra('ol', {
  base: {
    position: 'relative',
    display: 'flex',
    h: '180px',
    '& > li': { position: 'relative', flex: '1', minW: '0' },
    // Half as many have room on a phone.
    '@media (max-width: 767px)': { '& > li:nth-of-type(-n + 7)': { display: 'none' } },
  },
})

const Bar = chakra('i', {
  base: {
    position: 'absolute',
    insetInline: { base: '4px', md: '12%' },
    bg: 'action.emphasized',
    borderRadius: '4px 4px 0 0',
    '&[data-today]': { bg: 'action.solid' },
    '&[data-below]': { bg: 'offer.fg', borderRadius: '0 0 4px 4px' },
    forcedColorAdjust: 'none',
  },
})

const Mark = chakra('b', {
  base: {
    position: 'absolute',
    insetInline: '0',
    mx: 'auto',
    w: '0',
    h: '0',
    mb: '1.5',
    borderInline: '5px solid transparent',
    borderTop: '7px solid',
    borderTopColor: 'success.fg',
  },
})

/** The balance at the end of each of the last days, and the days on which it was paid out. */
export function BalanceChart({ days }: { days: readonly Day[] }) {
  const balances = days.map(({ balance }) => balance)
  const above = axisMarks(Math.max(0, ...balances), false)
  const lowest = Math.min(0, ...balances)
  const step = above[1] ?? 1
  const below = lowest < 0 ? Array.from({ length: Math.ceil(-lowest / step) }, (_, at) => -step * (at + 1)) : []
  const bottom = below.at(-1) ?? 0
  const top = above.at(-1) ?? 1
  const place = (amount: number) => ((amount - bottom) / (top - bottom)) * 100
  const marks = [...(bottom < 0 ? [bottom] : []), ...above.filter((_, at) => at % 2 === 0 || above.length !== 5)]
  return (
    <Card as="section" aria-label="Balance at Razorpay" p={{ base: '4', md: '5' }}>
      <chakra.div display="flex" flexWrap="wrap" columnGap="4" rowGap="1" justifyContent="space-between" mb="5">
        <chakra.h2 textStyle="h3">Balance at Razorpay</chakra.h2>
        <Muted display="flex" flexWrap="wrap" alignItems="center" columnGap="4" aria-hidden>
          <chakra.span display="inline-flex" alignItems="center" gap="2">
            <chakra.span w="3" h="3" borderRadius="3px" bg="action.emphasized" />
            End of the day
          </chakra.span>
          <chakra.span display="inline-flex" alignItems="center" gap="2">
            <Mark position="static" mx="0" mb="0" />
            Paid out to you
          </chakra.span>
        </Muted>
      </chakra.div>
      <chakra.div
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap="3"
        fontSize=".8125rem"
        aria-hidden
      >
        <chakra.div position="relative" color="fg.muted" textAlign="end">
          <chakra.span visibility="hidden">{signedAxis(top)}</chakra.span>
          {marks.map((mark) => (
            <chakra.span
              key={mark}
              position="absolute"
              insetEnd="0"
              transform="translateY(50%)"
              whiteSpace="nowrap"
              style={{ bottom: `${place(mark)}%` }}
            >
              {signedAxis(mark)}
            </chakra.span>
          ))}
        </chakra.div>
        <chakra.div position="relative">
          {marks.map((mark) => (
            <chakra.div
              key={mark}
              position="absolute"
              insetX="0"
              borderTopWidth="1px"
              borderColor="border"
              style={{ bottom: `${place(mark)}%` }}
            />
          ))}
          <Plot>
            {days.map(({ day, balance, paid_out }, at) => (
              <li key={day}>
                <Bar
                  data-today={at === days.length - 1 ? '' : undefined}
                  data-below={balance < 0 ? '' : undefined}
                  style={{
                    bottom: `${place(Math.min(0, balance))}%`,
                    height: `${place(Math.max(0, balance)) - place(Math.min(0, balance))}%`,
                  }}
                />
                {paid_out !== null && <Mark style={{ bottom: `${place(Math.max(0, balance))}%` }} />}
              </li>
            ))}
          </Plot>
        </chakra.div>
        <span />
        <Plot h="6" mt="2" color="fg.muted">
          {days.map(({ day }, at) => (
            <li key={day}>
              {(days.length - 1 - at) % 2 === 0 && (
                <chakra.span position="absolute" left="50%" transform="translateX(-50%)" whiteSpace="nowrap">
                  {at === days.length - 1 ? 'Today' : shortDay(day)}
                </chakra.span>
              )}
            </li>
          ))}
        </Plot>
      </chakra.div>
      <VisuallyHidden as="div">
        <table>
          <caption>Balance at Razorpay by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">End of the day</th>
              <th scope="col">Paid out to you</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, balance, paid_out }) => (
              <tr key={day}>
                <th scope="row">{shortDay(day)}</th>
                <td>{signedText(balance)}</td>
                <td>{paid_out === null ? 'Nothing' : signedText(paid_out)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Card>
  )
}

const signedAxis = (amount: number) => `${amount < 0 ? '−' : ''}${axisText(Math.abs(amount), true)}`
