import { stateName } from 'contract/gst-states'
import type { AdminOrder } from 'contract/orders/admin'
import { Fragment, type ReactNode } from 'react'
import type { z } from 'zod'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { chakra } from '../../ui/chakra.ts'
import { amountText, dateText, dateTimeText, rupeesText } from '../../ui/format.ts'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
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
                <Muted fontWeight="400">
                  {quantity} × {rupeesText(price)}
                </Muted>
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

type Fact = readonly [name: string, value: ReactNode]

/** Shows the buyer, the amount received, and the ids of the gateway. */
export function OrderFacts({ order }: { order: Order }) {
  const { buyer, outside, disclaimer, gateway, source } = order
  const { captured, currency } = gateway
  const { paid, heard } = paidMoments(order)
  const [origin, first] = [touchText(source.last), touchText(source.first)]
  const facts: (Fact | false | null | '' | undefined)[] = [
    [
      'Buyer',
      buyer ? (
        <>
          {buyer.name && (
            <>
              {buyer.name}
              <br />
            </>
          )}
          <EmailText email={buyer.email} />
          <br />
          {buyer.phone}
          <br />
          <TextLink to={adminPaths.student(buyer.user_id)}>Open this student</TextLink>
        </>
      ) : (
        'Deleted account'
      ),
    ],
    captured !== null &&
      (captured !== order.total || currency) && [
        'Amount received',
        <chakra.b key="amount" color="danger.fg">
          {amountText(captured, currency)}
        </chakra.b>,
      ],
    order.conditions.length > 0 && [
      'Price depends on',
      order.conditions.map((one) => (
        <chakra.span key={conditionText(one)} display="block">
          {conditionText(one).replace(/^the (?=code |offer “)/, 'The ')}
        </chakra.span>
      )),
    ],
    order.billing_state && ['Place of supply', stateName(order.billing_state)],
    order.billing_gstin && [
      'GSTIN',
      <>
        <Mono>{order.billing_gstin}</Mono> {order.billing_name}
        {order.billing_sez && (
          <chakra.span display="block" textStyle="sm">
            Special Economic Zone: IGST
          </chakra.span>
        )}
        {order.billing_pin && (
          <Muted>{[order.billing_address, order.billing_place, order.billing_pin].filter(Boolean).join(', ')}</Muted>
        )}
      </>,
    ],
    ['Ordered on', dateTimeText(order.created_at)],
    paid && [
      'Paid on',
      <>
        {dateTimeText(paid)}
        {heard && (
          <Muted>Razorpay’s time, whose day your books count. The shop heard of it on {dateTimeText(heard)}.</Muted>
        )}
      </>,
    ],
    origin && [
      'Came from',
      <>
        {origin}
        {source.last && (
          <Muted>
            {source.last.landing} on {dateTimeText(source.last.at)}
          </Muted>
        )}
        {first && first !== origin && <Muted>First: {first}</Muted>}
      </>,
    ],
    source.partner && ['Partner', source.partner],
    outside && [
      'Paid outside Razorpay',
      <>
        {outsideMethods[outside.method]}, {outside.reference}
        <br />
        Received on {dateText(new Date(`${outside.received_on}T00:00:00+05:30`))}
      </>,
    ],
    !outside && gateway.payment_id && ['Payment ID', <Mono key="id">{gateway.payment_id}</Mono>],
    gateway.payment_link_id && ['Payment link', <Mono key="id">{gateway.payment_link_id}</Mono>],
    gateway.payment_link && [
      'Payment link for the buyer',
      <CopyText key="link" text={gateway.payment_link} of="payment link" />,
    ],
    ...order.answers.map(({ label, answer }) => [label, answer] as const),
    disclaimer && [
      'Disclaimer',
      <Disclosure key="text" small label={`Version ${disclaimer.version}, as the buyer saw it`}>
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" textStyle="sm">
          {disclaimer.text}
        </chakra.p>
      </Disclosure>,
    ],
    gateway.last_polled_at && ['Last checked with Razorpay', dateTimeText(gateway.last_polled_at)],
  ]
  return (
    <Facts>
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </Fragment>
          ),
      )}
    </Facts>
  )
}
