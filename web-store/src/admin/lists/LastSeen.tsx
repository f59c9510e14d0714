import { DAY_MS, dayStart, indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'

/** `today`, `yesterday`, `12 days ago`, by the days of India. */
function seenText(moment: string, now = shopNow()): string {
  const start = (at: Date) => Date.parse(dayStart(indianDay(at)))
  const days = (start(now) - start(new Date(moment))) / DAY_MS
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${days.toLocaleString('en-IN')} days ago`
}

const Seen = chakra('span', {
  base: { display: 'inline-block', whiteSpace: 'nowrap', lg: { _firstLetter: { textTransform: 'uppercase' } } },
})

/** The day on which a student last used the shop, in every list of students; null for one who was never there. */
export const LastSeen = ({ at }: { at: string | null }) => <Seen color="fg.muted">{at ? seenText(at) : 'not yet'}</Seen>
