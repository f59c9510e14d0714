import type { Breach } from 'contract/breaches/breaches'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { countText, dateTimeText } from '../../ui/format.ts'
import { IconShieldCheck } from '../../ui/icons.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { useBreaches } from './breaches.queries.ts'

const BreachDialog = later(() => import('./BreachDialog.tsx'))

const FAILED = 'Failed to load the breaches'

function OpenCount() {
  const open = useBreaches().data?.filter((breach) => breach.open).length ?? 0
  if (open === 0) return null
  return (
    <chakra.span color="danger.fg" fontVariantNumeric="tabular-nums">
      {open}
    </chakra.span>
  )
}

export const desk = { id: 'breaches', title: 'Breaches', at: 20, Beside: OpenCount }

const lookOf = ({ open, false_alarm, clocks }: Breach): Look => {
  if (false_alarm) return { label: 'False alarm', palette: 'gray' }
  if (clocks.some(({ late }) => late)) return { label: 'Late', palette: 'danger' }
  return open ? { label: 'Open', palette: 'danger' } : { label: 'All sent', palette: 'success' }
}

/** All breaches with what was sent about them. */
export default function BreachesDeskPart() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useBreaches()
  useFailureToast(error, FAILED)
  const chosen = search.get('breach')
  const choose = (breach?: string) => setSearch({ tab: 'privacy', part: 'breaches', ...(breach && { breach }) })
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading minH="240px" />
  const breach = data.find(({ breach_id }) => breach_id === chosen)
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon={IconShieldCheck} title="No breach was reported">
          A breach is data in wrong hands, lost or changed: a list to a wrong address, a stolen laptop, a strange login.
          Report it here at once: two clocks of the law begin with the moment you know.
        </EmptyState>
      ) : (
        <Card asChild overflow="hidden">
          <ul>
            {data.map((one) => (
              <BreachRow key={one.breach_id} breach={one} onOpen={() => choose(one.breach_id)} />
            ))}
          </ul>
        </Card>
      )}
      {(chosen === 'new' || breach) && (
        <BreachDialog key={chosen} breach={chosen === 'new' ? undefined : breach} onClose={() => choose()} />
      )}
    </>
  )
}

const Line = chakra('li', {
  base: {
    display: 'grid',
    gap: '2',
    px: { base: '4', md: '5' },
    py: '4',
    listStyleType: 'none',
    fontVariantNumeric: 'tabular-nums',
    '& + &': { borderTopWidth: '1px', borderColor: 'border' },
    '& details pre': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'inherit', mt: '2' },
    '& summary': { cursor: 'pointer', minH: '6' },
  },
})

const receivers = { cert_in: 'CERT-In', board: 'Data Protection Board' } as const

function BreachRow({ breach, onOpen }: { breach: Breach; onOpen: () => void }) {
  const { title, known_at, clocks, notice, false_alarm, created_by } = breach
  const reports = clocks.flatMap(({ to, reports: sent }) => sent.map((report) => ({ ...report, to })))
  return (
    <Line>
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center">
        <chakra.div flex="1 1 240px" minW="0">
          <chakra.h3 fontWeight="600" overflowWrap="anywhere">
            {title}
          </chakra.h3>
          <Help>
            Known since {dateTimeText(known_at)}, reported by {created_by}.{' '}
            {countText(notice.touched, 'person', 'people')} touched
            {notice.begun_at ? `, ${notice.sent} emailed, ${notice.came_back} came back.` : ', not emailed yet.'}
          </Help>
          {false_alarm && <Help>False alarm: {false_alarm}</Help>}
        </chakra.div>
        <StatusTag look={lookOf(breach)} />
        <Button variant="outline" size="sm" onClick={onOpen}>
          Open
        </Button>
      </chakra.div>
      {reports.map(({ to, at, full, text, by }) => (
        <chakra.details key={`${to} ${at} ${text.length}`} textStyle="sm" color="fg.muted">
          <summary>
            {receivers[to]}, {full || to === 'cert_in' ? 'report' : 'first word'}: sent {dateTimeText(at)}, noted by{' '}
            {by}
          </summary>
          <pre>{text}</pre>
        </chakra.details>
      ))}
    </Line>
  )
}
