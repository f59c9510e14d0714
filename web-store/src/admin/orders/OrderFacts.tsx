import { stateName } from 'contract/gst-states'
import type { AdminOrder } from 'contract/orders/admin'
import { Fragment, type ReactNode } from 'react'
import type { z } from 'zod'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { chakra } from '../../ui/chakra.ts'
import { amountText, dateText, dateTimeText, rupeesText } from '../../ui/format.ts'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { touchText } from '../lists/source-words.ts'
import { EmailText, Mono } from '../lists/table-parts.tsx'
import { outsideMethods, paidMoments } from './order-labels.ts'
import { conditionText } from './refund-order.ts'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '104px minmax(0,1fr)', md: '150px minmax(0,1fr)' },
    columnGap: '4',
    rowGap: '1.5',
    '& dt': { color: 'fg.muted' },
    '& dd': { minW: '0', overflowWrap: 'break-word' },
  },
})

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

type Order = z.input<typeof AdminOrder>

const Lines = chakra('table', {
  base: {
    w: 'full',
    mb: '5',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { py: '2', verticalAlign: 'baseline', borderBottomWidth: '1px', borderColor: 'border' },
    '& th': { textAlign: 'start', fontWeight: '500', overflowWrap: 'anywhere' },
    '& td': { textAlign: 'end', whiteSpace: 'nowrap', ps: '4' },
    '& [data-included] > *': { py: '1', borderBottomWidth: '0', textStyle: 'sm', color: 'fg.muted', fontWeight: '400' },
    '& [data-included] th': { ps: '4' },
    '& tfoot th, & tfoot td': { py: '1.5', borderBottomWidth: '0', color: 'fg.muted', fontWeight: '400' },
    '& tfoot tr:last-child > *': { color: 'fg', fontWeight: '700' },
  },
})

/** Lists the lines of an order, and its total. */
export function OrderLines({ order }: { order: Order }) {
  const reductions = order.reductions ?? []
  const reduced = reductions.reduce((sum, { amount }) => sum + amount, 0)
  const least = order.total - (order.subtotal - (order.credit ?? 0) - order.discount - reduced + order.tax)
  const sums: [string, string][] = [
    ['Subtotal', rupeesText(order.subtotal)],
    ...(order.credit ? [['For courses the buyer owns', `−${rupeesText(order.credit)}`] as const] : []),
    ...(order.discount > 0
      ? [[order.promocode ? `Discount with ${order.promocode}` : 'Discount', `−${rupeesText(order.discount)}`] as const]
      : []),
    ...reductions.map(({ name, amount }) => [name, `−${rupeesText(amount)}`] as const),
    ...(order.tax > 0 ? [['GST', rupeesText(order.tax)] as const] : []),
    ...(least >= 0.01 ? [['Rounded up to the gateway’s minimum of ₹1', rupeesText(least)] as const] : []),
    ['Total', rupeesText(order.total)],
  ].map(([name, text]) => [name ?? '', text ?? ''])
  return (
    <Lines>
      <VisuallyHidden as="caption">Courses of this order</VisuallyHidden>
      <tbody>
        {order.courses.map(({ course_id, course_name, price, quantity, includes = [] }) => (
          <Fragment key={course_id}>
            <tr>
              <th scope="row">
                {course_name}
                <chakra.span display="block" textStyle="sm" color="fg.muted" fontWeight="400">
                  {quantity} × {rupeesText(price)}
                </chakra.span>
              </th>
              <td>{rupeesText(price * quantity)}</td>
            </tr>
            {includes.map((one) => (
              <tr key={one.course_id} data-included="">
                <th scope="row">
                  {one.course_name}
                  {one.owned && ', owned before'}
                </th>
                <td>{rupeesText(one.price)}</td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tfoot>
    </Lines>
  )
}

/** Shows the buyer, the amount received, and the ids of the gateway. */
export function OrderFacts({ order }: { order: Order }) {
  const { captured, currency } = order.gateway
  const { paid, heard } = paidMoments(order)
  const [origin, first] = [touchText(order.source.last), touchText(order.source.first)]
  return (
    <Facts>
      <Fact name="Buyer">
        {order.buyer ? (
          <>
            {order.buyer.name && (
              <>
                {order.buyer.name}
                <br />
              </>
            )}
            <EmailText email={order.buyer.email} />
            <br />
            {order.buyer.phone}
            <br />
            <TextLink to={adminPaths.student(order.buyer.user_id)}>Open this student</TextLink>
          </>
        ) : (
          'Deleted account'
        )}
      </Fact>
      {captured !== null && (captured !== order.total || currency) && (
        <Fact name="Amount received">
          <chakra.b color="danger.fg">{amountText(captured, currency)}</chakra.b>
        </Fact>
      )}
      {order.conditions.length > 0 && (
        <Fact name="Price depends on">
          {order.conditions.map((one) => (
            <chakra.span key={conditionText(one)} display="block">
              {conditionText(one).replace(/^the (?=code |offer “)/, 'The ')}
            </chakra.span>
          ))}
        </Fact>
      )}
      {order.billing_state && <Fact name="Place of supply">{stateName(order.billing_state)}</Fact>}
      {order.billing_gstin && (
        <Fact name="GSTIN">
          <Mono>{order.billing_gstin}</Mono> {order.billing_name}
          {order.billing_sez && (
            <chakra.span display="block" textStyle="sm">
              Special Economic Zone: IGST
            </chakra.span>
          )}
          {order.billing_pin && (
            <chakra.span display="block" textStyle="sm" color="fg.muted">
              {[order.billing_address, order.billing_place, order.billing_pin].filter(Boolean).join(', ')}
            </chakra.span>
          )}
        </Fact>
      )}
      <Fact name="Ordered on">{dateTimeText(order.created_at)}</Fact>
      {paid && (
        <Fact name="Paid on">
          {dateTimeText(paid)}
          {heard && (
            <chakra.span display="block" textStyle="sm" color="fg.muted">
              Razorpay’s time, whose day your books count. The shop heard of it on {dateTimeText(heard)}.
            </chakra.span>
          )}
        </Fact>
      )}
      {origin && (
        <Fact name="Came from">
          {origin}
          {order.source.last && (
            <chakra.span display="block" textStyle="sm" color="fg.muted">
              {order.source.last.landing} on {dateTimeText(order.source.last.at)}
            </chakra.span>
          )}
          {first && first !== origin && (
            <chakra.span display="block" textStyle="sm" color="fg.muted">
              First: {first}
            </chakra.span>
          )}
        </Fact>
      )}
      {order.outside && (
        <Fact name="Paid outside Razorpay">
          {outsideMethods[order.outside.method]}, {order.outside.reference}
          <br />
          Received on {dateText(new Date(`${order.outside.received_on}T00:00:00+05:30`))}
        </Fact>
      )}
      {!order.outside && order.gateway.payment_id && (
        <Fact name="Payment ID">
          <Mono>{order.gateway.payment_id}</Mono>
        </Fact>
      )}
      {order.gateway.payment_link_id && (
        <Fact name="Payment link">
          <Mono>{order.gateway.payment_link_id}</Mono>
        </Fact>
      )}
      {order.gateway.payment_link && (
        <Fact name="Payment link for the buyer">
          <CopyText text={order.gateway.payment_link} of="payment link" />
        </Fact>
      )}
      {order.answers.map(({ question_id, label, answer }) => (
        <Fact key={question_id} name={label}>
          {answer}
        </Fact>
      ))}
      {order.disclaimer && (
        <Fact name="Disclaimer">
          <Disclosure small label={`Version ${order.disclaimer.version}, as the buyer saw it`}>
            <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" textStyle="sm">
              {order.disclaimer.text}
            </chakra.p>
          </Disclosure>
        </Fact>
      )}
      {order.gateway.last_polled_at && (
        <Fact name="Last checked with Razorpay">{dateTimeText(order.gateway.last_polled_at)}</Fact>
      )}
    </Facts>
  )
}
