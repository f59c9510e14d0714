import type { Health } from 'contract/overview'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
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

/** Shows the health of orders, database and disk, refreshed every minute. Home has email, payments, backup and version. */
export const ServerCard = () => (
  <LoadedPane title="Server" query={useHealth()} failed="Failed to load the shop’s health" height="190px">
    {(health) => (
      <dl>
        {linesOf(health).map(({ name, text, well, title }) => (
          <Line key={name}>
            <dt>{name}</dt>
            <chakra.dd color={well === undefined ? undefined : well ? 'success.fg' : 'danger.fg'} title={title}>
              {text}
            </chakra.dd>
          </Line>
        ))}
      </dl>
    )}
  </LoadedPane>
)

type LineText = { name: string; text: string; well?: boolean; title?: string }

function linesOf({ last_reconcile_at: checked, database, disk, version, started_at }: Health): LineText[] {
  const late = checked === null || shopNow().getTime() - Date.parse(checked) > LATE_MS
  const slow = database.answer_ms > SLOW_MS
  const little = disk.free < Math.max(LITTLE_BYTES, disk.total / 20)
  return [
    { name: 'Disk space', text: `${bytesText(disk.free)} free of ${bytesText(disk.total)}`, well: !little },
    {
      name: 'Stored data',
      text: slow ? `${bytesText(database.bytes)}, slow to answer` : bytesText(database.bytes),
      ...(slow ? { well: false } : {}),
      title: `PostgreSQL ${database.version}, ${database.answer_ms} ms`,
    },
    {
      name: 'Orders last checked',
      text: checked ? agoText(checked) : 'Not yet',
      well: !late,
      title: checked ? dateTimeText(checked) : '',
    },
    { name: 'Shop version', text: version, title: `Running since ${dateTimeText(started_at)}` },
  ]
}
