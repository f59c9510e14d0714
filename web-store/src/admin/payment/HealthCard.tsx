import { backupFault } from 'contract/backup-fault'
import { WAITING_MINUTES } from 'contract/orders/actions'
import type { Health } from 'contract/overview'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { LoadedPane } from '../kit/loaded.tsx'
import { agoText } from '../lists/ago-text.ts'
import { bytesText } from '../media/library/media-text.ts'
import { useHealth } from '../overview/health.ts'

/** The reconciler runs every minute. */
const LATE_MS = 5 * 60_000
/** Less than this, or than a twentieth of it, and the disk is soon full. */
const LITTLE_BYTES = 1024 ** 3
/** Longer than this, and pages open slowly. */
const SLOW_MS = 500

const Line = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '4',
    py: '3',
    '& + &': { borderTopWidth: '1px', borderColor: 'border' },
    '& dt': { color: 'fg.muted' },
    '& dd': { fontWeight: '550', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  },
})

/** Shows the health of gateway, orders, database and disk, refreshed every minute. */
export const HealthCard = () => (
  <LoadedPane title="Health" query={useHealth()} failed="Failed to load the shop’s health" height="340px">
    {(health) => (
      <dl>
        {linesOf(health).map(({ name, text, well, title, to }) => (
          <Line key={name}>
            <dt>{name}</dt>
            <chakra.dd color={well === undefined ? undefined : well ? 'success.fg' : 'danger.fg'} title={title}>
              {to ? <TextLink to={to}>{text}</TextLink> : text}
            </chakra.dd>
          </Line>
        ))}
      </dl>
    )}
  </LoadedPane>
)

type LineText = { name: string; text: string; well?: boolean; title?: string; to?: string }

function linesOf(health: Health): LineText[] {
  const { last_webhook_at, last_reconcile_at, waiting_orders, database, disk, mail, backup, ...of } = health
  const late = last_reconcile_at === null || shopNow().getTime() - Date.parse(last_reconcile_at) > LATE_MS
  const slow = database.answer_ms > SLOW_MS
  const little = disk.free < Math.max(LITTLE_BYTES, disk.total / 20)
  return [
    {
      name: 'Last update from Razorpay',
      text: last_webhook_at ? agoText(last_webhook_at) : 'None yet',
      title: whole(last_webhook_at),
    },
    {
      name: 'Orders last checked',
      text: last_reconcile_at ? agoText(last_reconcile_at) : 'Not yet',
      well: !late,
      title: whole(last_reconcile_at),
    },
    {
      name: `Orders waiting over ${WAITING_MINUTES} min`,
      text: String(waiting_orders),
      ...(waiting_orders > 0 ? { to: adminPaths.tab('orders', { status: 'waiting' }) } : {}),
    },
    {
      name: 'Stored data',
      text: slow ? `${bytesText(database.bytes)}, slow to answer` : bytesText(database.bytes),
      ...(slow ? { well: false } : {}),
      title: `PostgreSQL ${database.version}, ${database.answer_ms} ms`,
    },
    { name: 'Disk space', text: `${bytesText(disk.free)} free of ${bytesText(disk.total)}`, well: !little },
    backupLine(backup),
    {
      name: 'Email',
      text: !mail.ok ? 'Does not leave' : mail.message ? 'Written to files' : 'Works',
      ...(mail.ok ? {} : { well: false }),
      title: mail.message ?? '',
    },
    { name: 'Shop version', text: of.version, ...(of.update.newest ? { title: `${of.update.newest} is out` } : {}) },
    { name: 'Running since', text: dateTimeText(of.started_at) },
  ]
}

function backupLine(backup: Health['backup']): LineText {
  const { last_at, size_bytes, ok, message } = backup
  const size = size_bytes === null ? '' : `, ${bytesText(size_bytes)}`
  return {
    name: 'Last good backup',
    text: last_at ? `${agoText(last_at)}${size}` : 'None yet',
    well: backupFault(backup, shopNow()) === undefined,
    title: ok === false ? (message ?? '') : whole(last_at),
  }
}

const whole = (moment: string | null) => (moment ? dateTimeText(moment) : '')
