import { t } from '../../language/text.ts'
import { momentText } from '../../shared/live/live-words.ts'
import type { CartLine } from '../../stores/storage.ts'
import { Text } from '../../ui/text.tsx'
import { useDates } from './Dates.tsx'

/** Names the date of a workshop in the cart; the checkout changes it. */
export default function CartLinePart({ line }: { line: CartLine }) {
  const { runs, chosen } = useDates(line.ways?.includes('workshops') ? line.id : '')
  if (!runs) return null
  return (
    <Text textStyle="sm">
      {chosen ? t('Your date: {moment}', { moment: momentText(chosen.starts_at) }) : t('No date has a free seat now.')}
    </Text>
  )
}
