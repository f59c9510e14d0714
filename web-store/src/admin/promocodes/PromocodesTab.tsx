import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expiryInstant, isExpired, startInstant } from 'server/contract/expiry'
import type { Promocode } from 'server/contract/promocodes'
import { Button } from '../../ui/Button.tsx'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { IconTrash } from '../../ui/later-icons.ts'
import { Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconPencil, IconTag } from '../admin-icons.ts'
import { type Column, DataTable } from '../parts/DataTable.tsx'
import { ExportButton } from '../parts/ExportButton.tsx'
import { SearchBox } from '../parts/SearchBox.tsx'
import { TabHead } from '../parts/TabHead.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { useListParams } from '../parts/use-list-params.ts'
import { AddPromocode } from './AddPromocode.tsx'
import { PROMOCODE_SORTS, promocodeListQuery } from './promocodes.queries.ts'

const DeletePromocode = later(() => import('./DeletePromocode.tsx'))
const EditPromocode = later(() => import('./EditPromocode.tsx'))

const FAILED = 'Failed to load promo codes'

const Code = chakra('span', {
  base: {
    display: 'inline-block',
    border: '1.5px dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l1',
    px: '9px',
    py: '1',
    fontWeight: '550',
    letterSpacing: '.02em',
    overflowWrap: 'anywhere',
    '&[data-expired]': { color: 'fg.subtle', textDecoration: 'line-through' },
  },
})

/** The first instant of a code; 0 where it holds at once. */
const begins = (start: string | null): number => (start ? (startInstant(start) ?? 0) : 0)

type Act = (code: Promocode) => void

const columnsWith = ({ edit, remove }: { edit: Act; remove: Act }): Column<Promocode>[] => [
  {
    head: 'Code',
    sort: 'promocode',
    lead: true,
    cell: ({ promocode, start_date, expiry_date, uses, reserved, max_uses, revenue, paused, listed }) => (
      <chakra.div display="grid" gap="1" justifyItems="start">
        <Code data-expired={isExpired(expiry_date, new Date()) || undefined}>{promocode}</Code>
        <chakra.span
          textStyle="sm"
          color="fg.muted"
          display="inline-flex"
          flexWrap="wrap"
          gap="1.5"
          alignItems="center"
        >
          {max_uses ? `${uses} of ${max_uses} used` : `${uses} used`}
          {uses > 0 && <span>· {rupeesText(revenue)} earned</span>}
          {max_uses !== null && reserved > 0 && <span>· {reserved} in open orders</span>}
          {max_uses !== null && uses + reserved >= max_uses && (
            <Tag coloured colorPalette="geru">
              Used up
            </Tag>
          )}
          {begins(start_date) > Date.now() && (
            <Tag coloured colorPalette="genda">
              Starts {dateText(begins(start_date))}
            </Tag>
          )}
          {paused && (
            <Tag coloured colorPalette="genda">
              Paused
            </Tag>
          )}
          {!listed && <Tag>Not shown</Tag>}
        </chakra.span>
      </chakra.div>
    ),
  },
  { head: 'Discount', numeric: true, label: 'Discount', cell: ({ discount }) => `${discount}%` },
  { head: 'Scope', cell: ({ scope }) => <chakra.span overflowWrap="anywhere">{scope}</chakra.span> },
  {
    head: 'Expires',
    sort: 'expiry_date',
    label: 'Expires',
    cell: ({ expiry_date }) => (
      <chakra.span display="inline-flex" flexWrap="wrap" gap="2" alignItems="center">
        {dateText(expiryInstant(expiry_date) ?? 0)}
        {isExpired(expiry_date, new Date()) && (
          <Tag coloured colorPalette="geru">
            Expired
          </Tag>
        )}
      </chakra.span>
    ),
  },
  {
    head: 'Actions',
    actions: true,
    cell: (code) => (
      <>
        <IconButton compact color="fg.muted" aria-label={`Change ${code.promocode}`} onClick={() => edit(code)}>
          <Icon of={IconPencil} />
        </IconButton>
        <IconButton
          compact
          color="fg.muted"
          _hover={{ color: 'geru.fg', bg: 'geru.subtle' }}
          aria-label={`Delete ${code.promocode}`}
          onClick={() => remove(code)}
        >
          <Icon of={IconTrash} />
        </IconButton>
      </>
    ),
  },
]

/** The form of a new code beside all there are. */
export default function PromocodesTab() {
  const list = useListParams(PROMOCODE_SORTS)
  const [removing, setRemoving] = useState<Promocode>()
  const [editing, setEditing] = useState<Promocode>()
  const { data, error, isPlaceholderData, refetch } = useQuery(promocodeListQuery(list.input))
  useFailureToast(error, FAILED)
  const empty = list.q ? (
    <PageMessage
      icon={IconSearch}
      title="No promo codes match your search"
      action={
        <Button variant="outline" onClick={() => list.set({ q: '' })}>
          Clear search
        </Button>
      }
    />
  ) : (
    <PageMessage icon={IconTag} title="No promo codes yet">
      The first one you add is listed here.
    </PageMessage>
  )
  return (
    <>
      <TabHead title="Promo Codes" count={data?.total}>
        <SearchBox list={list} label="Search by code" />
        <ExportButton table="promocodes" input={{ q: list.q }} />
      </TabHead>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '380px minmax(0,1fr)' }}
        gap="6"
        alignItems="start"
      >
        <AddPromocode />
        {error && !data ? (
          <Trouble title={FAILED} error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            caption="Promo codes"
            columns={columnsWith({ edit: setEditing, remove: setRemoving })}
            rows={data?.data.promocodes}
            total={data?.total ?? 0}
            keyOf={({ id }) => id}
            list={list}
            stale={isPlaceholderData}
            empty={empty}
          />
        )}
      </chakra.div>
      {editing && <EditPromocode code={editing} onClose={() => setEditing(undefined)} />}
      {removing && <DeletePromocode code={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}
