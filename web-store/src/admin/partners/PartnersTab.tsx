import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isMonth } from 'contract/fields'
import { indianDay } from 'contract/indian-time'
import { LEAST_PAYOUT, type Partner, type PartnerPayout, PartnerTds } from 'contract/partners/partners'
import { type ReactNode, useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText, rupeesText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Stack, Tag } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil, IconUsers } from '../host/admin-icons.ts'
import { day, percent, rupees, text } from '../kit/fields.tsx'
import { listTab, opens } from '../kit/list-tab.tsx'
import { Loaded, Pane } from '../kit/loaded.tsx'
import { settingsCard } from '../kit/settings-card.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'

const PartnerDialog = later(() => import('./PartnerDialog.tsx'))
const PayDialog = later(() => import('./PayDialog.tsx'))

const who = <Row extends { name: string | null }>(below: (row: Row) => ReactNode): Column<Row> => ({
  head: 'Partner',
  lead: true,
  cell: (row) => (
    <chakra.span display="grid" gap="1" justifyItems="start" overflowWrap="anywhere">
      <b>{row.name ?? 'Erased partner'}</b>
      <Muted>{below(row)}</Muted>
    </chakra.span>
  ),
})

const figure = <Row,>(head: string, cell: (row: Row) => ReactNode): Column<Row> => ({
  head,
  label: head,
  numeric: true,
  cell,
})

const columns: Column<Partner>[] = [
  who(({ code, email, state }) => (
    <>
      {code}, {email ?? 'no account'} {state === 'paused' && <Tag>Paused</Tag>}
    </>
  )),
  figure('Share', ({ percent }) => `${percent}%`),
  figure('Orders', ({ orders }) => orders.toLocaleString('en-IN')),
  figure('Pending', ({ pending }) => rupeesText(pending)),
  figure('Due', ({ due }) => rupeesText(due)),
  figure('Paid', ({ paid }) => rupeesText(paid)),
]

const List = listTab({
  title: 'Partners',
  of: 'partners',
  call: adminApi.partners.list,
  rows: 'partners',
  keyOf: ({ partner_id }: Partner) => partner_id,
  add: { label: 'Add partner', dialog: (onClose) => <PartnerDialog of={undefined} onClose={onClose} /> },
  empty: {
    icon: IconUsers,
    title: 'No partners yet',
    text: 'A partner shares a link to your shop and gets a share of what its visitors pay. Shares wait until your guarantee ends.',
  },
  columns,
  actions: [opens(({ name }: Partner) => `Change ${name ?? 'the partner'}`, IconPencil, PartnerDialog)],
})

const columnsOf = (pay: (row: PartnerPayout) => void): Column<PartnerPayout>[] => [
  who(({ account, account_at, account_is_new, pan }) =>
    [
      ...(account_is_new ? ['New account: check it with the partner first'] : []),
      account ?? 'No account yet',
      ...(account_at ? [`since ${dateText(new Date(account_at))}`] : []),
      pan ?? 'no PAN',
    ].join(', '),
  ),
  figure('Shares', ({ shares }) => rupeesText(shares)),
  figure('TDS', ({ tds, tds_section }) => `${rupeesText(tds)}${tds > 0 ? ` (${tds_section})` : ''}`),
  figure('To pay', (row) => <b>{rupeesText(row.pay)}</b>),
  {
    head: 'Payment',
    wholeLine: true,
    cell: (row) => {
      if (row.statement_id === null) return <Muted>After the end of the month</Muted>
      if (row.paid_at) return `${dateText(new Date(row.paid_at))}, ${row.reference}`
      return (
        <Button size="sm" variant="outline" onClick={() => pay(row)}>
          Mark as paid
        </Button>
      )
    },
  },
]

/** The months of the financial year of a month, until this one. */
function yearOf(month: string): { from: string; to: string } {
  const year = Number(month.slice(0, 4)) - (month.slice(5) < '04' ? 1 : 0)
  return { from: `${year}-04`, to: month }
}

/** The statements of a month: the file for the bank, and the reference of each transfer. */
function Payouts() {
  const present = indianDay(shopNow()).slice(0, 7)
  const [month, setMonth] = useState(present)
  const [paying, setPaying] = useState<PartnerPayout>()
  const input = { month: isMonth(month) ? month : present }
  const query = useQuery({
    ...adminApi.partners.payouts.queryOptions({ input }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Pane
      title="Payouts to partners"
      beside={
        <>
          <ExportButton table="partnerPayouts" input={input} name={`partner-payouts-${input.month}`} />
          <ExportButton
            table="partnerTds"
            input={yearOf(input.month)}
            name={`partner-tds-${input.month}`}
            label="TDS of the year"
          />
        </>
      }
    >
      <chakra.div maxW="240px">
        <Field
          label="Month"
          type="month"
          placeholder="2026-11"
          max={present}
          value={month}
          error={isMonth(month) ? undefined : 'Enter a month such as 2026-11'}
          onChange={({ target }) => setMonth(target.value)}
        />
      </chakra.div>
      <Loaded query={query} failed="Failed to load the payouts">
        {({ payouts }) =>
          payouts.length === 0 ? (
            <Muted>Nothing is due to partners in this month.</Muted>
          ) : (
            <TableOf columns={columnsOf(setPaying)} rows={payouts} keyOf={({ partner_id }) => partner_id} />
          )
        }
      </Loaded>
      <Muted>
        A statement is made after the end of its month. Less than {rupeesText(LEAST_PAYOUT)} waits for the next one. The
        file has unpaid ones with an account: send the money at your bank, then mark each as paid.
      </Muted>
      {paying && <PayDialog of={paying} onClose={() => setPaying(undefined)} />}
    </Pane>
  )
}

const Tds = settingsCard({
  title: 'TDS of partners',
  load: adminApi.partners.tds,
  save: adminApi.partners.saveTds,
  schema: PartnerTds,
  from: ({ rules }) => rules[0] ?? {},
  stored: ({ rules }) => rules[0] ?? {},
  fields: {
    since: day('From', { help: 'Statements of months that end after this day follow it.' }),
    payment_code: text('Payment code', {
      maxLength: 10,
      optional: true,
      help: '1006 for commission since April 2026.',
    }),
    section: text('Section', {
      maxLength: 20,
      help: 'Ask your accountant: 194H until March 2026, then 393(1); or 194C.',
    }),
    percent: percent('TDS (%)', { help: '0 deducts nothing, as for most sellers below ₹1 crore a year.' }),
    no_pan_percent: percent('Without a PAN (%)'),
    threshold: rupees('Nothing up to (₹)', {
      min: 0,
      help: 'Shares of a financial year. Above it, TDS is on all of them.',
    }),
  },
  layout: [['since', 'section', 'payment_code'], ['percent', 'no_pan_percent'], 'threshold'],
  done: 'TDS saved',
  button: 'Save TDS',
})

/** People who bring buyers: their links and shares, payouts by month, and the rule of TDS. */
export default function PartnersTab() {
  const { data } = useQuery(adminApi.partners.list.queryOptions({ input: {} }))
  return (
    <>
      <List />
      {data && data.partners.length > 0 && (
        <Stack gap="6" mt="8" gridTemplateColumns="minmax(0, 1fr)">
          <Payouts />
          <chakra.div maxW="640px">
            <Tds />
          </chakra.div>
        </Stack>
      )}
    </>
  )
}
