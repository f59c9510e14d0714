import type { SourceCounts } from 'contract/sources/sources'
import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { Muted, Title } from '../forms/form-parts.tsx'
import { shareText } from '../lists/source-words.ts'

const Steps = chakra('ol', {
  base: {
    listStyleType: 'none',
    px: '5',
    pb: '2',
    fontSize: '.9375rem',
    '& li': { display: 'grid', gap: '1', pt: '1.5', pb: '2', lineHeight: '1.25' },
    '& b': { fontWeight: '550' },
  },
})

const Bar = chakra('span', {
  base: {
    display: 'block',
    h: '10px',
    borderRadius: 'l1',
    bg: 'bg.muted',
    overflow: 'hidden',
    '& i': { display: 'block', h: 'full', bg: 'action.focusRing', minW: '2px' },
    '&[data-back] i': { bg: 'danger.fg' },
    '@media (forced-colors: active)': { borderWidth: '1px', '& i': { bg: 'CanvasText', forcedColorAdjust: 'none' } },
  },
})

type Step = { title: string; count: number; of?: string; leave?: string }

type Counts = Pick<SourceCounts, 'visits' | 'course_views' | 'carts' | 'checkouts' | 'orders' | 'refunded'> & {
  refunded_in_part?: number
}

/** The steps on the way from a visit to a paid order, with the step that loses most. */
export function Funnel({ counts, more }: { counts: Counts; more?: ReactNode }) {
  const steps: Step[] = [
    { title: 'Visits', count: counts.visits },
    { title: 'Course page', count: counts.course_views, of: 'visits', leave: 'before they see a course' },
    { title: 'Cart', count: counts.carts, of: 'course pages', leave: 'on the course page' },
    { title: 'Checkout', count: counts.checkouts, of: 'carts', leave: 'at the cart' },
    { title: 'Paid', count: counts.orders, of: 'checkouts', leave: 'at checkout' },
    { title: 'Refunded', count: counts.refunded, of: 'paid' },
  ]
  // A step that nobody counted, or reached, is left out with all that is compared with it.
  const shares = steps.map(({ count }, index) => {
    const before = steps[index - 1]?.count ?? 0
    return before > 0 && count <= before ? count / before : undefined
  })
  const losses = shares.map((share, index) => (steps[index]?.leave && share !== undefined ? share : 2))
  const least = Math.min(...losses)
  const worst = least < 1 ? losses.indexOf(least) : -1
  const inPart = counts.refunded_in_part ?? 0
  const most = Math.max(...steps.map(({ count }) => count))
  if (most === 0) return null
  return (
    <Card asChild overflow="hidden">
      <section aria-labelledby="funnel">
        <Title id="funnel" px="5" pt="4" pb="2.5">
          From visit to paid
        </Title>
        <Steps>
          {steps.map(({ title, count, of }, index) => {
            const share = shares[index]
            if (count === 0) return null
            return (
              <li key={title}>
                <chakra.span display="flex" gap="2" alignItems="baseline">
                  <b>{title}</b>
                  {share !== undefined && (
                    <chakra.span textStyle="sm" color={index === worst ? 'danger.fg' : 'fg.muted'}>
                      {shareText(count, steps[index - 1]?.count ?? 0)} of {of}
                    </chakra.span>
                  )}
                  {title === 'Refunded' && inPart > 0 && (
                    <Muted as="span">
                      {inPart === count ? 'all in part' : `${inPart.toLocaleString('en-IN')} in part`}
                    </Muted>
                  )}
                  <chakra.span ms="auto" fontWeight="600" fontVariantNumeric="lining-nums tabular-nums">
                    {count.toLocaleString('en-IN')}
                  </chakra.span>
                </chakra.span>
                {/* The root keeps small steps in sight beside a hundred times larger ones. */}
                <Bar data-back={title === 'Refunded' || undefined} aria-hidden>
                  <i style={{ width: `${Math.sqrt(count / most) * 100}%` }} />
                </Bar>
              </li>
            )
          })}
        </Steps>
        {worst > 0 && (
          <Muted borderTopWidth="1px" borderColor="border" px="5" py="2.5">
            Most leave {steps[worst]?.leave}. {worst === 2 && more}
          </Muted>
        )}
      </section>
    </Card>
  )
}
