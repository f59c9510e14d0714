import { useQuery } from '@tanstack/react-query'
import { FEW_SEATS, type Run } from 'contract/workshops/run'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { momentText } from '../../shared/live/live-words.ts'
import { visitorDrafts } from '../../stores/drafts.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { chakra } from '../../ui/chakra.ts'
import { Skeleton } from '../../ui/layout.tsx'
import { Ways } from '../../ui/Ways.tsx'

type OwnDates = { seats: readonly string[]; holds: readonly string[] }

/** The dates of which the signed-in student has or holds a seat. */
function useOwnDates(courseId: string): OwnDates {
  const signedIn = useSession(isSignedIn)
  const { data } = useQuery({
    ...api.workshops.mine.queryOptions(),
    enabled: signedIn && courseId !== '',
    retry: false,
  })
  return { seats: data?.runs.map(({ run_id }) => run_id) ?? [], holds: data?.holds ?? [] }
}

/** A hold is not in the way of its own student. */
const isFree = ({ run_id, state }: Run, { seats, holds }: OwnDates) =>
  !seats.includes(run_id) && (state === 'open' || (state === 'held' && holds.includes(run_id)))

function seatsText({ run_id, state, left }: Run, { seats, holds }: OwnDates): string {
  if (seats.includes(run_id)) return t('You have a seat')
  if (holds.includes(run_id) && state === 'held') return t('A seat is held for you')
  if (state === 'closed') return t('Booking has closed')
  if (state === 'full') return t('Full')
  if (state === 'held') return t('The last seats are being paid for')
  return plural(left, { one: '{count} seat left', other: '{count} seats left' })
}

/** Dates of a course as they are now. `chosen`: the visitor's choice, or the first date with a seat. */
export function useDates(courseId: string) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...api.workshops.list.queryOptions({ input: { course_id: courseId } }),
    enabled: courseId !== '',
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const [wanted, choose] = visitorDrafts.useDraft<string>(`run:${courseId}`)
  const own = useOwnDates(courseId)
  const open = data?.runs.filter((run) => isFree(run, own)) ?? []
  const chosen = open.find(({ run_id }) => run_id === wanted) ?? open[0]
  const booked = wanted !== undefined && own.seats.includes(wanted)
  const lost = wanted !== undefined && !booked && chosen !== undefined && chosen.run_id !== wanted
  const retry = isError ? { busy: isFetching, onRetry: () => void refetch() } : undefined
  return { runs: data?.runs, own, retry, chosen, choose, lost, full: data !== undefined && open.length === 0 }
}

type Props = Pick<ReturnType<typeof useDates>, 'runs' | 'own' | 'retry' | 'chosen' | 'choose' | 'lost'> & {
  legend: string
  busy?: boolean
  children?: ReactNode
}

/** The dates of a course, one to be chosen, each with its seats. */
export function Dates({ runs, own, retry, chosen, choose, lost, legend, busy, children }: Props) {
  return (
    <Ways
      legend={legend}
      value={chosen?.run_id}
      onChange={choose}
      disabled={busy}
      ways={(runs ?? []).map((run) => ({
        key: run.run_id,
        name: momentText(run.starts_at),
        off: !isFree(run, own),
        below:
          run.state === 'open' && run.left <= FEW_SEATS && isFree(run, own) ? (
            <chakra.b color="action.fg" fontWeight="600">
              {seatsText(run, own)}
            </chakra.b>
          ) : (
            seatsText(run, own)
          ),
      }))}
    >
      {!runs &&
        (retry ? (
          <LoadProblem title={t('Something went wrong')} {...retry} />
        ) : (
          <Skeleton h="64px" borderRadius="l2" />
        ))}
      {runs?.length === 0 && <p>{t('No date is planned now.')}</p>}
      {lost && <p role="status">{t('The date that you chose has no seat any more. Please check the one above.')}</p>}
      {children}
    </Ways>
  )
}
