import { useQuery } from '@tanstack/react-query'
import { FEW_SEATS, type Run } from 'contract/workshops/run'
import { type ReactNode, useId } from 'react'
import { api } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { momentText } from '../../shared/live/live-words.ts'
import { visitorDrafts } from '../../stores/drafts.ts'
import { chakra } from '../../ui/chakra.ts'
import { Skeleton } from '../../ui/layout.tsx'

const Row = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: '3',
    alignItems: 'center',
    minH: '11',
    px: '3.5',
    py: '2.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    lineHeight: '1.35',
    textAlign: 'start',
    cursor: 'pointer',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '&:has(:checked)': {
      bg: 'action.subtle',
      borderColor: 'action.solid',
      boxShadow: 'inset 0 0 0 1px {colors.action.solid}',
    },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
    '&:has(:disabled)': { cursor: 'default', color: 'fg.muted' },
    '& > input': { w: '20px', h: '20px', accentColor: 'action.solid' },
    '& > small': { gridColumn: '2', fontSize: '.875rem', color: 'fg.muted' },
    '& > [data-few]': { color: 'action.fg', fontWeight: '600' },
  },
})

function seatsText({ state, left }: Run): string {
  if (state === 'closed') return t('Booking has closed')
  if (state === 'full') return t('Full')
  if (state === 'held') return t('The last seats are being paid for')
  return plural(left, { one: '{count} seat left', other: '{count} seats left' })
}

/** Dates of a course as they are now. `chosen`: the visitor's choice, or the first date with a seat. */
export function useDates(courseId: string) {
  const { data } = useQuery({
    ...api.workshops.list.queryOptions({ input: { course_id: courseId } }),
    enabled: courseId !== '',
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const [wanted, choose] = visitorDrafts.useDraft<string>(`run:${courseId}`)
  const open = data?.runs.filter(({ state }) => state === 'open') ?? []
  const chosen = open.find(({ run_id }) => run_id === wanted) ?? open[0]
  const lost = wanted !== undefined && chosen !== undefined && chosen.run_id !== wanted
  return { runs: data?.runs, chosen, choose, lost, full: data !== undefined && open.length === 0 }
}

type Props = Pick<ReturnType<typeof useDates>, 'runs' | 'chosen' | 'choose' | 'lost'> & {
  legend: string
  busy?: boolean
  children?: ReactNode
}

/** The dates of a course, one to be chosen, each with its seats. */
export function Dates({ runs, chosen, choose, lost, legend, busy = false, children }: Props) {
  const name = useId()
  return (
    <chakra.fieldset display="grid" gap="2" minW="0" data-way="">
      <chakra.legend textStyle="label" mb="2">
        {legend}
      </chakra.legend>
      {runs?.map((run) => (
        <Row key={run.run_id}>
          <input
            type="radio"
            name={name}
            checked={run === chosen}
            disabled={busy || run.state !== 'open'}
            onChange={() => choose(run.run_id)}
          />
          <b>{momentText(run.starts_at)}</b>
          <small data-few={run.state === 'open' && run.left <= FEW_SEATS ? '' : undefined}>{seatsText(run)}</small>
        </Row>
      ))}
      {!runs && <Skeleton h="64px" borderRadius="l2" />}
      {runs?.length === 0 && <p>{t('No date is planned now.')}</p>}
      {lost && <p role="status">{t('The date that you chose has no seat any more. Please check the one above.')}</p>}
      {children}
    </chakra.fieldset>
  )
}
