import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { expiryInstant, isExpired } from 'contract/expiry'
import type { Promocode } from 'contract/promocodes'
import { useState } from 'react'
import { reductionText } from '../../shared/promocode-check.ts'
import { Button } from '../../ui/Button.tsx'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { IconPencil, IconTag } from '../admin-icons.ts'
import { type Column, DataTable } from '../components/DataTable.tsx'
import { ErrorState } from '../components/ErrorState.tsx'
import { ExportButton } from '../components/ExportButton.tsx'
import { SearchBox } from '../components/SearchBox.tsx'
import { TabHead } from '../components/TabHead.tsx'
import { useFailureToast } from '../components/use-failure-toast.ts'
import { useListParams } from '../components/use-list-params.ts'
import { AddPromocode } from './AddPromocode.tsx'
import { stateMarks, usesText } from './code-state.ts'
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

type Act = (code: Promocode) => void

export const columnsWith = ({ edit, remove }: { edit: Act; remove: Act }): Column<Promocode>[] => [
  {
    head: 'Code',
    sort: 'promocode',
    lead: true,
    cell: (code) => (
      <chakra.div display="grid" gap="1" justifyItems="start">
        <Code data-expired={isExpired(code.expiry_date, new Date()) || undefined}>{code.promocode}</Code>
        <chakra.span
          textStyle="sm"
          color="fg.muted"
          display="inline-flex"
          flexWrap="wrap"
          gap="1.5"
          alignItems="center"
        >
          <span>{usesText(code).join(', ')}</span>
          {stateMarks(code, Date.now()).map(({ label, palette }) => (
            <Tag key={label} {...(palette && { coloured: true, colorPalette: palette })}>
              {label}
            </Tag>
          ))}
        </chakra.span>
      </chakra.div>
    ),
  },
  { head: 'Discount', numeric: true, label: 'Discount', cell: reductionText },
  { head: 'Scope', cell: ({ scope }) => <chakra.span overflowWrap="anywhere">{scope}</chakra.span> },
  {
    head: 'Expires',
    sort: 'expiry_date',
    label: 'Expires',
    cell: ({ expiry_date }) => (
      <chakra.span display="inline-flex" flexWrap="wrap" gap="2" alignItems="center">
        {dateText(expiryInstant(expiry_date) ?? 0)}
        {isExpired(expiry_date, new Date()) && (
          <Tag coloured colorPalette="danger">
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
          _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
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
      Codes you add show here.
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
          <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
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
