import type { Breach, BreachClock } from 'contract/breaches/breaches'
import { hoursText } from 'contract/date-styles'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useNow } from '../../shared/live/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { breachPath } from './breach-path.ts'

const PeopleDialog = later(() => import('./PeopleDialog.tsx'))
const SentDialog = later(() => import('./SentDialog.tsx'))

const HOUR_MS = 3_600_000
const names = { cert_in: 'CERT-In, 6 hours', board: 'Data Protection Board, 72 hours' } as const

const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    boxSize: '40px',
    borderRadius: 'full',
    bg: 'danger.subtle',
    color: 'danger.fg',
  },
})

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'repeat(3,minmax(0,1fr))' },
    borderTopWidth: '1px',
    borderColor: 'border',
    fontVariantNumeric: 'tabular-nums',
    '& > div': { display: 'grid', gap: '1.5', alignContent: 'start', px: '5', py: '4' },
    '& > div + div': {
      borderTopWidth: { base: '1px', lg: '0' },
      borderInlineStartWidth: { lg: '1px' },
      borderColor: 'border',
    },
  },
})

/** A figure in the type of headings; geru while a clock of the law runs. */
const Figure = chakra('p', {
  base: { textStyle: 'h2', fontSize: '1.625rem', lineHeight: '1.2' },
  variants: { look: { plain: {}, done: { color: 'success.fg' }, runs: { color: 'danger.fg' } } },
})

const Small = chakra('p', { base: { textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' } })

/** An open breach: its clocks, and its people. */
export function BreachCard({ breach }: { breach: Breach }) {
  const [open, setOpen] = useState<BreachClock['to'] | 'people'>()
  const close = () => setOpen(undefined)
  const [cert, board] = breach.clocks
  return (
    <Card asChild borderColor="danger.focusRing" overflow="hidden" mb="3">
      <section aria-label={`Breach: ${breach.title}`}>
        <chakra.div display="flex" flexWrap="wrap" gap="3.5" alignItems="center" px="5" py="4">
          <Mark>
            <Icon of={IconAlertTriangle} />
          </Mark>
          <chakra.div flex="1 1 260px" minW="0">
            <chakra.h2 textStyle="h3" fontSize="1.125rem" overflowWrap="anywhere">
              {breach.title}
            </chakra.h2>
            <Small>
              Known since {dateTimeText(breach.known_at)}
              {breach.found_by && `, found by ${breach.found_by}`}
            </Small>
          </chakra.div>
          <Button asChild variant="outline" size="sm">
            <Link to={breachPath(breach.breach_id)}>Open the breach</Link>
          </Button>
        </chakra.div>
        <Columns>
          {cert && <Clock clock={cert} onWrite={() => setOpen('cert_in')} />}
          <People breach={breach} onSend={() => setOpen('people')} />
          {board && <Clock clock={board} onWrite={() => setOpen('board')} />}
        </Columns>
        {open === 'people' && <PeopleDialog breachId={breach.breach_id} onClose={close} />}
        {(open === 'cert_in' || open === 'board') && (
          <SentDialog breachId={breach.breach_id} to={open} onClose={close} />
        )}
      </section>
    </Card>
  )
}

function Clock({ clock, onWrite }: { clock: BreachClock; onWrite: () => void }) {
  const left = Date.parse(clock.ends_at) - useNow().getTime()
  const last = clock.reports.at(-1)
  const first = last && `First word sent ${dateTimeText(last.at)}.`
  if (!clock.running)
    return (
      <div>
        <chakra.h3 textStyle="label">{names[clock.to]}</chakra.h3>
        <Figure look="done">Sent</Figure>
        {last && <Small>{dateTimeText(last.at)}</Small>}
      </div>
    )
  const spent = 100 - Math.round((left / (clock.hours * HOUR_MS)) * 100)
  return (
    <div>
      <chakra.h3 textStyle="label">{names[clock.to]}</chakra.h3>
      <Figure look="runs">{left > 0 ? hoursText(left) : `${hoursText(-left)} late`}</Figure>
      <chakra.div maxW="220px" css={{ '& [role=progressbar] > *': { bg: 'danger.fg' } }}>
        <ProgressBar percent={Math.min(99, Math.max(0, spent))} label={`Time used of ${clock.hours} hours`} />
      </chakra.div>
      <Small>
        {left > 0 ? 'Until' : 'It was due until'} {clock.ends}. {first}
      </Small>
      <Action onPress={onWrite} filled>
        {clock.to === 'board' && last ? 'Write the full report' : 'Write the report'}
      </Action>
    </div>
  )
}

function Action({ onPress, filled, children }: { onPress: () => void; filled?: boolean; children: ReactNode }) {
  return (
    <chakra.div mt="1">
      <Button size="sm" variant={filled ? 'solid' : 'outline'} onClick={onPress}>
        {children}
      </Button>
    </chakra.div>
  )
}

function People({ breach: { notice }, onSend }: { breach: Breach; onSend: () => void }) {
  const { begun_at, touched, waiting, sent, came_back, by_phone } = notice
  const people = countText(touched, 'person', 'people')
  return (
    <div>
      <chakra.h3 textStyle="label">{touched === 1 ? 'The person' : `The ${people}`}, without delay</chakra.h3>
      {begun_at ? (
        <>
          <Figure>
            {sent.toLocaleString('en-IN')} of {touched.toLocaleString('en-IN')}
          </Figure>
          <chakra.div maxW="220px">
            <ProgressBar percent={touched === 0 ? 100 : Math.floor((sent / touched) * 100)} label="Emails sent" />
          </chakra.div>
          <Small>
            {waiting > 0 && `${countText(waiting, 'email is', 'emails are')} on the way. `}
            {came_back > 0 && `${countText(came_back, 'email', 'emails')} came back. `}
            {by_phone > 0 && `WhatsApp reaches ${by_phone} of them.`}
            {waiting === 0 && came_back === 0 && `Since ${dateTimeText(begun_at)}`}
          </Small>
        </>
      ) : (
        <>
          <Figure look="runs">Not emailed</Figure>
          <Small>Each gets one email, in their language.</Small>
        </>
      )}
      <Action onPress={onSend} filled={!begun_at}>
        {begun_at ? 'Email those who were added' : 'Write to them'}
      </Action>
    </div>
  )
}
