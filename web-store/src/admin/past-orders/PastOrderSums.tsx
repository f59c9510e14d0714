import { Disclosure } from '../../shared/Disclosure.tsx'
import { chakra } from '../../ui/chakra.ts'
import { amountText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import type { adminClient } from '../host/admin-api.ts'

type Sums = Awaited<ReturnType<typeof adminClient.pastOrders.list>>

const Table = chakra('table', {
  base: {
    w: 'full',
    maxW: '640px',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& th, & td': { py: '1.5', pe: '4', textAlign: 'start', borderTopWidth: '1px', borderColor: 'border' },
    '& th': { fontWeight: '450', overflowWrap: 'anywhere' },
    '& td': { textAlign: 'end', whiteSpace: 'nowrap' },
  },
})

const many = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'order' : 'orders'}`

/** Sums of all that match: each currency, and by month and course. */
export function PastOrderSums({ sums: { sums, months, courses } }: { sums: Sums }) {
  return (
    <Card as="section" aria-label="Sums of past orders" padded mb="4" display="grid" gap="2">
      {sums.map(({ currency, orders, amount, refunded }) => (
        <p key={currency}>
          <b>{amountText(amount, currency)}</b> in {many(orders)}
          {refunded > 0 && `, ${amountText(refunded, currency)} refunded`}
        </p>
      ))}
      {months.length > 0 && (
        <Disclosure label="By month">
          <Lines rows={months.map(({ month, ...row }) => ({ name: month, ...row }))} caption="Past orders by month" />
        </Disclosure>
      )}
      <Disclosure label="By course">
        <Lines rows={courses.map(({ course, ...row }) => ({ name: course, ...row }))} caption="Past orders by course" />
      </Disclosure>
    </Card>
  )
}

type Line = { name: string; currency: string; orders: number; amount: number }

function Lines({ rows, caption }: { rows: Line[]; caption: string }) {
  return (
    <Table aria-label={caption}>
      <tbody>
        {rows.map(({ name, currency, orders, amount }) => (
          <tr key={`${name} ${currency}`}>
            <th scope="row">{name}</th>
            <td>{many(orders)}</td>
            <td>{amountText(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
