import type { StudentLesson } from 'contract/learning'
import { livePhase } from 'contract/live-times'
import { t } from '../../language/text.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { momentText } from './live-words.ts'

/** Returns true for an upcoming or running live lesson. */
export const isAhead = ({ kind, live, watch_link }: StudentLesson): boolean =>
  kind === 'live' && watch_link === '' && live !== null && !live.cancelled && livePhase(live, shopNow()) !== 'over'

/** Returns the time of an upcoming or running live lesson, or that it was cancelled; undefined for other lessons. */
export function liveFact({ kind, live, watch_link }: StudentLesson): string | undefined {
  if (kind !== 'live') return undefined
  if (!live) return t('Live, date to come')
  if (live.cancelled) return watch_link === '' ? t('Live, cancelled') : undefined
  if (livePhase(live, shopNow()) !== 'over') return t('Live {moment}', { moment: momentText(live.starts_at) })
  return watch_link === '' ? t('Live, recording to come') : t('Recording')
}
