import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { DocumentKind } from 'contract/documents'
import { indianDay } from 'contract/indian-time'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { documentLabels } from '../../shared/orders/document-labels.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { dateText, rupeesText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconReceipt } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import type { Column } from '../lists/column.ts'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import { ListTab } from '../lists/ListTab.tsx'
import { NoMatch } from '../lists/NoMatch.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { MonthExport } from './MonthExport.tsx'

const kinds: Record<DocumentKind, string> = {
  receipt: 'Receipts',
  invoice: 'Invoices',
  bill_of_supply: 'Bills of supply',
  credit_note: 'Credit notes',
  debit_note: 'Debit notes',
  refund_receipt: 'Refund receipts',
}

type Input = Parameters<typeof adminClient.documents.list>[0]
type Listed = Awaited<ReturnType<typeof adminClient.documents.list>>['documents'][number]

const listQuery = (input: Input) =>
  queryOptions({
    queryKey: [...adminApi.documents.key(), 'list', input],
    queryFn: ({ signal }) => withTotal((options) => adminClient.documents.list(input, options), signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const Pdf = ({ document_id, serial }: Listed) => (
  <DownloadButton
    variant="ghost"
    size="sm"
    read={() => adminClient.documents.get({ document_id })}
    failed={`${serial} could not be downloaded`}
    busyText="PDF"
  >
    PDF<VisuallyHidden> of {serial}</VisuallyHidden>
  </DownloadButton>
)

const AddGstin = later(() => import('./AddGstin.tsx'))

const month = (at: Date) => indianDay(at).slice(0, 7)

/** In its month an invoice to a consumer can be made out anew to a business. */
const takesGstin = ({ kind, gstin, issued_at, replaced }: Listed) =>
  (kind === 'invoice' || kind === 'bill_of_supply') &&
  !gstin &&
  !replaced &&
  month(new Date(issued_at)) === month(shopNow())

function Actions(listed: Listed) {
  const [adding, setAdding] = useState(false)
  const { data: me } = useMe()
  return (
    <>
      {me?.role === 'owner' && takesGstin(listed) && (
        <Button variant="ghost" size="sm" onClick={() => setAdding(true)}>
          Add GSTIN<VisuallyHidden> to {listed.serial}</VisuallyHidden>
        </Button>
      )}
      <Pdf {...listed} />
      {adding && <AddGstin of={listed} onClose={() => setAdding(false)} />}
    </>
  )
}

const columns: Column<Listed>[] = [
  {
    head: 'Number',
    lead: true,
    cell: ({ serial, kind, replaced }) => (
      <div>
        <Mono>{serial}</Mono>
        <Muted>
          {documentLabels[kind]}
          {replaced && ', replaced'}
        </Muted>
      </div>
    ),
  },
  { head: 'Date', cell: ({ issued_at }) => dateText(new Date(issued_at)) },
  {
    head: 'Buyer',
    cell: ({ buyer, gstin }) => (
      <chakra.div overflowWrap="anywhere">
        {buyer}
        {gstin && <Muted>GSTIN {gstin}</Muted>}
      </chakra.div>
    ),
  },
  {
    head: 'Order',
    cell: ({ order_id, order_no }) => (
      <Mono color="action.fg" textDecoration="underline">
        <Link to={adminPaths.tab('orders', { order: order_id })}>{order_no}</Link>
      </Mono>
    ),
  },
  { head: 'Total', numeric: true, label: 'Total', cell: ({ total }) => rupeesText(total) },
  { head: 'Actions', actions: true, cell: (document) => <Actions {...document} /> },
]

/** Every invoice, receipt and note of the shop, searched by number, buyer or order. */
export function DocumentList() {
  const list = useListParams([])
  const kind = DocumentKind.safeParse(list.get('kind')).data
  const query = useQuery(listQuery({ ...list.input, ...(kind && { kind }) }))
  const isEmpty = query.data?.total === 0 && !list.q && !kind
  return (
    <>
      <section aria-label="All documents">
        <ListTab
          search="Search number, buyer or order"
          filters={
            <chakra.div w={{ base: 'full', lg: '200px' }}>
              <Select aria-label="Kind" value={kind ?? ''} onChange={(event) => list.set({ kind: event.target.value })}>
                <option value="">All kinds</option>
                {Object.entries(kinds).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </chakra.div>
          }
          caption="Invoices"
          list={list}
          query={query}
          rows={query.data?.data.documents}
          keyOf={({ document_id }) => document_id}
          show={columns}
          failed="Failed to load the invoices"
          empty={
            !isEmpty ? (
              <NoMatch of="invoices" onClear={() => list.set({ q: '', kind: '' })} />
            ) : (
              <PageMessage icon={IconReceipt} title="No invoices yet">
                Every paid order gets a receipt or an invoice.
              </PageMessage>
            )
          }
        />
      </section>
      {!isEmpty && (
        <chakra.div maxW="460px" mt="6">
          <MonthExport />
        </chakra.div>
      )}
    </>
  )
}
