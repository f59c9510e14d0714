import { useQuery, useQueryClient } from '@tanstack/react-query'
import { expiryInstant, startInstant } from 'contract/expiry'
import type { Offer } from 'contract/offers'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconPencil, IconTag } from '../host/admin-icons.ts'
import type { Column } from '../lists/column.ts'
import { ListTab } from '../lists/ListTab.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { offerListQuery } from './offers.queries.ts'

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

type Act = (offer: Offer) => void

const columnsWith = ({ edit, remove }: { edit: Act; remove: Act }): Column<Offer>[] => [
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
  {
    head: 'Actions',
    actions: true,
    cell: (offer) => (
      <>
        <IconButton
          compact
          color="fg.muted"
          aria-label={`Change the offer of ${offer.course_name}`}
          onClick={() => edit(offer)}
        >
          <Icon of={IconPencil} />
        </IconButton>
        <IconButton
          compact
          color="fg.muted"
          _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
          aria-label={`Delete the offer of ${offer.course_name}`}
          onClick={() => remove(offer)}
        >
          <Icon of={IconTrash} />
        </IconButton>
      </>
    ),
  },
]

/** Courses that are offered at checkout and after paying, with the figures of each. */
export default function OffersTab() {
  const list = useListParams([])
  const [open, setOpen] = useState<Offer | 'new'>()
  const [removing, setRemoving] = useState<Offer>()
  const query = useQuery(offerListQuery(list.input))
  const add = (
    <Button size="sm" onClick={() => setOpen('new')}>
      Add offer
    </Button>
  )
  return (
    <>
      <ListTab
        title="Offers"
        caption="Offers"
        search="Search by course or headline"
        main={add}
        list={list}
        query={query}
        rows={query.data?.data.offers}
        keyOf={({ offer_id }) => offer_id}
        show={columnsWith({ edit: setOpen, remove: setRemoving })}
        failed="Failed to load offers"
        of="offers"
        empty={
          <PageMessage icon={IconTag} title="No offers yet">
            An offer adds a course at a lower price: one box at checkout that is never ticked beforehand, or a second
            order for 15 minutes after paying.
          </PageMessage>
        }
      />
      {open && <OfferDialog offer={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
      {removing && <DeleteOffer offer={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function DeleteOffer({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useSubmission({
    mutationFn: () => adminClient.offers.delete({ params: { offer_id: offer.offer_id } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return queries.invalidateQueries({ queryKey: adminApi.offers.key() })
    },
    onError: (error) => toast.error('Failed to delete the offer', { description: errorText(error, '') }),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      title="Are you sure you want to delete this offer?"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {offer.place === 'after' ? 'The page after paying' : 'Checkout'} no longer shows <b>{offer.course_name}</b> for{' '}
        {rupeesText(offer.price)}. Orders that took it keep their price.
      </p>
    </ConfirmDialog>
  )
}
