import { DAY_MS } from 'contract/indian-time'
import { dateText, shortRupees } from '../../../ui/format.ts'
import type { AdminCard } from '../courses.queries.ts'

const NEAR_MS = 300 * DAY_MS
const shortDay = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' })

/**
 * Lists the plans of a course, soonest first: `₹999 from 3 Dec`, with the year if it is far away. A running sale shows its end; a course in
 * the bin has no plans.
 */
export function planTexts({ plan, sale, status }: Pick<AdminCard, 'plan' | 'sale' | 'status'>, now: Date): string[] {
  const dayOf = (moment: string) => {
    const at = new Date(moment)
    return at.getTime() - now.getTime() < NEAR_MS ? shortDay.format(at) : dateText(at)
  }
  if (status === 'deleted') return []
  const { publish_at, withdraw } = plan
  const arriving: [moment: string, text: string][] = []
  if (plan.sale) {
    const [word, moment] = sale ? ['until', plan.sale.until] : ['from', plan.sale.from]
    arriving.push([moment, `${shortRupees(plan.sale.price)} ${word} ${dayOf(moment)}`])
  }
  if (publish_at) arriving.push([publish_at, `Published from ${dayOf(publish_at)}`])
  if (withdraw) {
    arriving.push([withdraw.at, `${withdraw.to === 'archived' ? 'Archived' : 'Unlisted'} from ${dayOf(withdraw.at)}`])
  }
  return arriving.toSorted(([one], [other]) => Date.parse(one) - Date.parse(other)).map(([, text]) => text)
}
