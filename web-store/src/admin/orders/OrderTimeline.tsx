import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Muted } from '../forms/form-parts.tsx'
import { detailText, eventLabel, linesOf, lineText, type TimelineLine } from './timeline.ts'

const Timeline = chakra('ol', {
  base: {
    listStyleType: 'none',
    borderInlineStartWidth: '2px',
    borderColor: 'border',
    ms: '1.5',
    '& > li': { position: 'relative', ps: '5', pb: '3.5' },
    '& > li::before': {
      content: '""',
      position: 'absolute',
      left: '-6px',
      top: '7px',
      w: '10px',
      h: '10px',
      borderRadius: 'full',
      bg: 'action.fg',
    },
    '& > li[data-checks]::before': { bg: 'border' },
    '& summary': { cursor: 'pointer', color: 'fg.muted' },
    '& details ul': { listStyleType: 'none', mt: '1.5' },
  },
})

type Step = Pick<TimelineLine, 'at' | 'last_at' | 'kind' | 'detail'>

/** Lists the steps of an order, oldest first; the checks with Razorpay in between are one folded line. */
export function OrderTimeline({ events }: { events: Parameters<typeof linesOf>[0] }) {
  return (
    <Timeline>
      {linesOf(events).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a timeline only grows at its end
        <li key={place} data-checks={line.checks.length > 0 || undefined}>
          {line.checks.length > 0 ? (
            <details>
              <summary>{lineText(line)}</summary>
              <ul>
                {line.checks.map((check) => (
                  <li key={check.at}>
                    {eventLabel(check.kind)}
                    {check.times > 1 && ` ${check.times} times`}
                    <StepFacts step={check} />
                  </li>
                ))}
              </ul>
            </details>
          ) : (
            <>
              <b>{lineText(line)}</b>
              <StepFacts step={line} />
            </>
          )}
        </li>
      ))}
    </Timeline>
  )
}

function StepFacts({ step }: { step: Step }) {
  const detail = detailText(step)
  return (
    <>
      <Muted>
        {dateTimeText(step.at)}
        {step.last_at && ` to ${dateTimeText(step.last_at)}`}
      </Muted>
      {detail && (
        <chakra.span display="block" textStyle="sm" overflowWrap="anywhere">
          {detail}
        </chakra.span>
      )}
    </>
  )
}
