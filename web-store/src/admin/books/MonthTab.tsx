import { useQuery } from '@tanstack/react-query'
import { isMonth } from 'contract/fields'
import { addDays, indianDay } from 'contract/indian-time'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Stack, Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconArrowLeft, IconArrowRight, IconLock, IconReceipt } from '../../ui/secondary-icons.ts'
import { Help, Muted } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconFile } from '../host/admin-icons.ts'
import { Loaded } from '../kit/loaded.tsx'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { Differences } from '../payouts/Differences.tsx'
import { MonthFiles } from './MonthFiles.tsx'
import { MonthSums } from './MonthSums.tsx'
import type { Month } from './month.ts'
import { ReportMail } from './ReportMail.tsx'

const EInvoices = later(() => import('./EInvoices.tsx'))

const CloseMonth = later(() => import('./CloseMonth.tsx'))

/** `October 2026` */
export const monthName = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Shows the sums of a month, its differences and its files, and closes it. */
export default function MonthTab() {
  const list = useListParams([])
  const present = indianDay(shopNow()).slice(0, 7)
  // The month that is to be closed is the one before.
  const before = addDays(`${present}-01`, -1).slice(0, 7)
  const requested = list.get('month')
  const named = isMonth(requested) && requested <= present ? requested : undefined
  const closing = useQuery({
    ...adminApi.books.month.queryOptions({ input: { month: named ?? before } }),
    staleTime: 0,
  })
  // A shop that began this month has nothing to close yet.
  const isEarly = !named && closing.data !== undefined && isEmpty(closing.data)
  const month = isEarly ? present : (named ?? before)
  const now = useQuery({
    ...adminApi.books.month.queryOptions({ input: { month: present } }),
    staleTime: 0,
    enabled: isEarly,
  })
  const query = isEarly ? now : closing
  return (
    <>
      <Muted>Monthly accounts</Muted>
      <TabHead title={monthName(month)} beside={<Steps month={month} last={present} go={list.set} />} />
      <Loaded query={query} failed="Failed to load the month" height="240px" toasts>
        {(data) => (
          <Stack gridTemplateColumns="minmax(0, 1fr)" gap="4">
            {/* An accountant closes a month without money, too. */}
            {(!isEmpty(data) || data.accountants.length > 0) && <Accountant month={data} />}
            {isEmpty(data) ? (
              <PageMessage
                icon={IconReceipt}
                title={`Nothing was paid in ${monthName(month)}`}
                action={
                  month < present && (
                    <Button variant="outline" onClick={() => list.set({ month: present })}>
                      Open {monthName(present)}
                    </Button>
                  )
                }
              >
                A month with payments shows what came in and went out, what the bank paid you, the tax, and the files
                for your accountant.
              </PageMessage>
            ) : (
              <>
                <MonthSums month={data} />
                {data.paid_twice.length > 0 && <PaidTwice rows={data.paid_twice} />}
                {data.late_papers.length > 0 && <LatePapers rows={data.late_papers} />}
                <Differences
                  differences={data.differences}
                  total={data.differences_total}
                  isRead={data.bank.read_at !== null}
                />
                {data.tax && <EInvoices />}
                <MonthFiles month={month} />
              </>
            )}
            <ReportMail />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

/** Returns true for a month without money; with GST its return is due all the same. */
const isEmpty = ({ tax, closed, came_in, went_out, bank, differences_total }: Month) =>
  !tax &&
  !closed &&
  came_in.gateway.count + came_in.outside.count + went_out.refunds.count + bank.payouts + differences_total === 0

/** Leads to the months before and after. */
function Steps({ month, last, go }: { month: string; last: string; go: (to: { month: string }) => void }) {
  const before = addDays(`${month}-01`, -1).slice(0, 7)
  const after = addDays(`${month}-01`, 31).slice(0, 7)
  return (
    <chakra.div display="flex">
      <IconButton aria-label={monthName(before)} title={monthName(before)} onClick={() => go({ month: before })}>
        <Icon of={IconArrowLeft} />
      </IconButton>
      <IconButton
        aria-label={monthName(after)}
        title={monthName(after)}
        disabled={month >= last}
        onClick={() => go({ month: after })}
      >
        <Icon of={IconArrowRight} />
      </IconButton>
    </chakra.div>
  )
}

const Head = chakra('section', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: { base: '3.5', md: '5' },
    rowGap: '3.5',
    alignItems: 'center',
    px: { base: '18px', md: '6' },
    py: { base: '18px', md: '5' },
    '& > span': {
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      w: '14',
      h: '14',
      borderRadius: 'l2',
      bg: 'action.subtle',
      color: 'action.fg',
    },
    '& > div:first-of-type': { flex: '1 1 200px', minW: '0', display: 'grid', gap: '1' },
    '& > div:last-child': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2.5',
      w: { base: 'full', lg: 'auto' },
      '& > button': { flex: { base: '1 1 200px', lg: 'none' } },
    },
  },
})

/** Says how far the month is, with the one thing to do. */
function Accountant({ month }: { month: Month }) {
  const [closing, setClosing] = useState(false)
  const name = monthName(month.month)
  const { closed, accountants, over } = month
  return (
    <>
      <Card asChild>
        <Head aria-label={closed ? 'Closed' : 'For your accountant'}>
          <span aria-hidden>
            <Icon of={closed ? IconLock : IconFile} size={24} />
          </span>
          {closed ? (
            <div>
              <chakra.h2 textStyle="h3">Closed on {dateText(new Date(closed.at))}</chakra.h2>
              <Help>By {closed.by}. Nothing in this month can change now.</Help>
              {closed.late.map((row) => (
                <Help key={`${row.kind} ${row.order_no} ${row.booked_at}`}>
                  {row.order_no}: a {row.kind === 'refund' ? 'refund' : 'payment'} of {dateText(new Date(row.of))} was
                  found later and is booked on {dateText(new Date(row.booked_at))}.
                </Help>
              ))}
            </div>
          ) : (
            <div>
              <chakra.h2 textStyle="h3">
                {!over
                  ? 'This month is not over'
                  : isEmpty(month)
                    ? `No payments in ${name}`
                    : 'Ready for your accountant'}
              </chakra.h2>
              <Help>
                {over
                  ? `${accountants.length > 0 ? `Closing it emails a link to the files to ${accountants.join(', ')}.` : 'Nobody gets a link by email yet: add an admin of the role finance under Settings, Admins.'} A change that is found later is booked in the month in which it is found.`
                  : 'You can download its files as they are now, and close it when it is over.'}
              </Help>
            </div>
          )}
          <div>
            <DownloadButton
              read={() => adminClient.books.bundle({ month: month.month })}
              name={`books-${month.month}.zip`}
              failed="The files could not be downloaded"
              busyText="Collecting..."
            >
              Download all files
            </DownloadButton>
            {over && !closed && <Button onClick={() => setClosing(true)}>Close {name}</Button>}
          </div>
        </Head>
      </Card>
      {closing && !closed && <CloseMonth month={month} name={name} onClose={() => setClosing(false)} />}
    </>
  )
}

function PaidTwice({ rows }: { rows: Month['paid_twice'] }) {
  return (
    <Card as="section" aria-label="Paid twice" padded display="grid" gap="2">
      <chakra.h2 textStyle="h3">{countText(rows.length, 'order')} paid twice</chakra.h2>
      <Help>The second payment goes back by itself, so it has no invoice and no credit note.</Help>
      <chakra.ul display="flex" flexWrap="wrap" gap="2" listStyleType="none">
        {rows.map(({ order_no, amount }) => (
          <li key={`${order_no} ${amount}`}>
            <Tag>
              {order_no}, {rupeesText(amount)}
            </Tag>
          </li>
        ))}
      </chakra.ul>
    </Card>
  )
}

function LatePapers({ rows }: { rows: Month['late_papers'] }) {
  return (
    <Card as="section" aria-label="Invoices for money of an earlier month" padded display="grid" gap="2">
      <chakra.h2 textStyle="h3">{countText(rows.length, 'invoice')} for money of an earlier month</chakra.h2>
      <Help>
        Razorpay reported these payments late. An invoice has the day on which it is issued, so GSTR-1 counts it in this
        month.
      </Help>
      <ul>
        {rows.map(({ serial, order_no, paid_at, issued_at }) => (
          <li key={serial}>
            {serial}, {order_no}: paid on {dateText(new Date(paid_at))}, issued on {dateText(new Date(issued_at))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
