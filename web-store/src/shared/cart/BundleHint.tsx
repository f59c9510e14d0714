import { useQuery } from '@tanstack/react-query'
import { formatRupees, toPaise } from 'contract/money'
import { api } from '../../api/client.ts'
import { rich } from '../../language/rich.tsx'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { cart, toLine } from '../../stores/cart.ts'
import type { CartLine } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconBooks } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { restored } from '../restored.ts'

/** Shows in one line that a bundle costs less than its courses in the cart. Nothing without such a bundle. */
export default function BundleHint({ lines }: { lines: CartLine[] }) {
  // Further seats are gifts, and a bundle replaces one seat of each.
  const ids = lines.flatMap(({ id, quantity, includes }) => (quantity === 1 && !includes ? [id] : []))
  const input = { ids: ids.toSorted().join(',') }
  const { data } = useQuery({ ...api.courses.cheaperBundle.queryOptions({ input }), enabled: ids.length > 1 })
  const found = ids.length > 1 ? data?.bundle : undefined
  if (!found || lines.some(({ id }) => id === found.card.course_id)) return null
  const { card, course_ids, instead } = found
  const swap = () => {
    const before = lines
    const undo = () => cart.change((all) => restored(before)(all.filter(({ id }) => id !== card.course_id)))
    cart.change((all) => [...all.filter(({ id }) => !course_ids.includes(id)), toLine(card)])
    toast.success(t('Cart updated'), {
      id: 'cart',
      action: { label: t('Undo'), onClick: undo },
    })
  }
  return (
    <chakra.div display="flex" gap="3" p="3.5" borderWidth="1px" borderColor="border" borderRadius="l2" bg="bg.subtle">
      <chakra.span color="success.fg" flexShrink="0">
        <Icon of={IconBooks} />
      </chakra.span>
      <chakra.p minW="0" flex="1" textStyle="sm">
        <b>
          {plural(course_ids.length, {
            one: '{count} of these is in one bundle.',
            other: '{count} of these are in one bundle.',
          })}
        </b>{' '}
        {rich('{bundle} costs {price} instead of {sum}.', {
          bundle: <TextLink to={paths.course(card.course_id)}>{card.name}</TextLink>,
          price: formatRupees(toPaise(card.price)),
          sum: formatRupees(toPaise(instead)),
        })}
      </chakra.p>
      <Button size="sm" variant="outline" alignSelf="center" onClick={swap}>
        {t('Swap them')}
      </Button>
    </chakra.div>
  )
}
