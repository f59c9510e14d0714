import { expiryInstant, startInstant } from 'contract/expiry'
import type { Offer } from 'contract/offers'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil, IconTag } from '../host/admin-icons.ts'
import { listTab, opens } from '../kit/list-tab.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { Column } from '../lists/column.ts'

const OfferDialog = later(() => import('./OfferDialog.tsx'))

/** Says why buyers do not see an offer; nothing of one that they do see. */
function markOf({ state, from }: Offer): { label: string; palette?: 'danger' | 'buy' } | undefined {
  if (state === 'planned') return { label: `Starts ${dateText(startInstant(from ?? '') ?? 0)}`, palette: 'buy' }
  return {
    on: undefined,
    off: { label: 'Off' },
    ended: { label: 'Ended', palette: 'danger' as const },
    not_sold: { label: 'Course is not on sale', palette: 'danger' as const },
    too_dear: { label: 'Dearer than the course', palette: 'danger' as const },
  }[state]
}

const besideText = ({ with: beside }: Offer) =>
  beside === 'any' ? 'Any course' : beside.length === 1 ? '1 course' : `${beside.length} courses`

const columns: Column<Offer>[] = [
  {
    head: 'Offer',
    lead: true,
    cell: (offer) => {
      const mark = markOf(offer)
      return (
        <chakra.div display="grid" gap="1" justifyItems="start" overflowWrap="anywhere">
          <b>{offer.course_name}</b>
          <chakra.span textStyle="sm" color="fg.muted" display="inline-flex" flexWrap="wrap" gap="1.5">
            <span>{offer.headline}</span>
            {offer.place === 'after' && <Tag>After paying</Tag>}
            {mark && (
              <Tag coloured={mark.palette !== undefined} colorPalette={mark.palette}>
                {mark.label}
              </Tag>
            )}
          </chakra.span>
        </chakra.div>
      )
    },
  },
  {
    head: 'Price',
    numeric: true,
    label: 'Price',
    cell: ({ price, list_price }) => (
      <chakra.span display="grid">
        {rupeesText(price)}
        {list_price !== null && list_price !== price && (
          <chakra.span textStyle="sm" color="fg.muted">
            alone {rupeesText(list_price)}
          </chakra.span>
        )}
      </chakra.span>
    ),
  },
  { head: 'Beside', label: 'Beside', cell: besideText },
  {
    head: 'Until',
    label: 'Until',
    cell: ({ until }) => (until === null ? 'No end' : dateText(expiryInstant(until) ?? 0)),
  },
  { head: 'Shown', numeric: true, label: 'Shown', cell: ({ shown }) => shown.toLocaleString('en-IN') },
  {
    head: 'Taken',
    numeric: true,
    label: 'Taken',
    cell: ({ taken }) => taken.toLocaleString('en-IN'),
  },
  { head: 'Revenue', numeric: true, label: 'Revenue', cell: ({ revenue }) => rupeesText(revenue) },
]

function useDeleteOffer() {
  const act = useAct(adminApi.offers.delete, {
    of: ({ offer_id }: Offer) => ({ params: { offer_id } }),
    confirm: ({ place, course_name, price }) => ({
      title: 'Are you sure you want to delete this offer?',
      text: (
        <p>
          {place === 'after' ? 'The page after paying' : 'Checkout'} no longer shows <b>{course_name}</b> for{' '}
          {rupeesText(price)}. Orders that took it keep their price.
        </p>
      ),
    }),
    failed: 'Failed to delete the offer',
  })
  return {
    ...act,
    name: ({ course_name }: Offer) => `Delete the offer of ${course_name}`,
    icon: IconTrash,
    danger: true,
  }
}

/** Courses that are offered at checkout and after paying, with the figures of each. */
export default listTab({
  title: 'Offers',
  of: 'offers',
  call: adminApi.offers.list,
  rows: 'offers',
  keyOf: ({ offer_id }: Offer) => offer_id,
  search: 'Search by course or headline',
  add: { label: 'Add offer', dialog: (onClose) => <OfferDialog of={undefined} onClose={onClose} /> },
  empty: {
    icon: IconTag,
    title: 'No offers yet',
    text: 'An offer adds a course at a lower price: one box at checkout that is never ticked beforehand, or a second order for 15 minutes after paying.',
  },
  columns,
  actions: [
    opens(({ course_name }: Offer) => `Change the offer of ${course_name}`, IconPencil, OfferDialog),
    useDeleteOffer,
  ],
})
