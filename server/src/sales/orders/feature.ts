import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, BUYER, LEDGER, ORDERS_OF_PERSON, SHOP, WHO } from '../../platform/features/manifest.sql.ts'
import * as invariants from './orders.invariants.ts'
import { SOLD_TOGETHER } from './orders.sql.ts'

export default defineFeature({
  invariants,
  tables: {
    orders: {
      stays: 'money',
      person: {
        erased: ['billing_name', 'billing_address', 'billing_place', 'billing_pin'],
        kept: {
          [LEDGER]: ['user_id', 'billing_state'],
          'the number of a business, whose invoices the law wants kept': ['billing_gstin'],
          [SHOP]: ['order_id', 'order_no', 'status', 'fingerprint', 'promocode', 'reductions'],
          'ids of the gateway': [
            'gateway_link_id',
            'payment_link',
            'gateway_order_id',
            'page_order_id',
            'payment_id',
            'gateway_key_id',
          ],
          'the id of a trace': ['traceparent'],
          'how a sale was made, and the link that led to it, without the ids of its click': ['channel', 'source'],
        },
        statement: `update orders set billing_name = case when billing_gstin is not null then billing_name end,
      billing_address = case when billing_gstin is not null then billing_address end,
      billing_place = case when billing_gstin is not null then billing_place end,
      billing_pin = case when billing_gstin is not null then billing_pin end,
      source = source #- '{first,fbclid}' #- '{first,gclid}' #- '{last,fbclid}' #- '{last,gclid}' where user_id = :id`,
      },
      ownData: {
        title: 'Orders',
        select: `select order_no, order_id, status, subtotal_paise, discount_paise, reductions, tax_paise, total_paise, promocode, billing_name,
        billing_address, billing_place, billing_pin, billing_state, billing_gstin, billing_sez, payment_id, created_at, paid_at, source as came_from
      from orders where user_id = :id order by created_at, order_id`,
      },
      archive: {
        file: 'orders.csv',
        about: 'every order: buyer, amounts, state, payment',
        select: `select o.order_no, o.order_id, u.email, u.name, u.phone, o.created_at, o.paid_at, o.status,
        (select string_agg(concat_ws(': ', n.name, n.includes), '; ' order by n.position)
          from ${SOLD_TOGETHER} n where n.order_id = o.order_id) as courses,
        o.subtotal_paise, o.discount_paise, o.reductions, o.tax_paise, o.total_paise, o.captured_paise, o.promocode, o.promocode_minimum_paise,
        case when x.order_id is not null then x.method when o.payment_id is not null then 'razorpay' end as paid_by,
        coalesce(x.reference, o.payment_id) as reference, x.received_on,
        (select coalesce(sum(r.amount_paise), 0)::bigint from refunds r
          where r.order_id = o.order_id and r.status = 'processed') as refunded_paise,
        o.billing_name, o.billing_address, o.billing_place, o.billing_pin, o.billing_state, o.billing_gstin, o.billing_sez,
        o.source->'first' as first_touch, o.source->'last' as last_touch,
        (select d.text from disclaimers d where d.disclaimer_id = o.disclaimer_id) as disclaimer
      from orders o ${BUYER} left join outside_payments x on x.order_id = o.order_id order by o.created_at, o.order_id`,
      },
    },
    guarantee_requests: {
      stays: 'money',
      person: {
        erased: ['reason', 'answer'],
        kept: { [SHOP]: ['order_id', 'status', 'course_ids'] },
        statement: `update guarantee_requests set reason = null, answer = case when status = 'declined' then '' end
      where order_id in (${ORDERS_OF_PERSON})`,
      },
      ownData: {
        title: 'Refund requests',
        select: `select order_id, status, course_ids, amount_paise, reason, answer, asked_at, closed_at
      from guarantee_requests where order_id in (${ORDERS_OF_PERSON}) order by id`,
      },
      archive: {
        file: 'refund-requests.csv',
        about: 'what buyers asked for under your guarantee, and your answers',
        select: `select t.order_id, u.email, t.status, array_to_string(t.course_ids, ' ') as course_ids, t.amount_paise, t.reason, t.answer,
        t.asked_at, t.closed_at
      from guarantee_requests t join orders o on o.order_id = t.order_id ${BUYER} order by t.id`,
      },
    },
    refund_requests: {
      stays: 'money',
      person: {
        erased: ['reason', 'answer'],
        kept: {
          [SHOP]: ['request_id', 'order_id', 'status', 'redeemed', 'seats', 'about', 'idempotency_key'],
          'the number of a transfer': ['bank'],
        },
        statement: `update refund_requests set reason = null, answer = null where order_id in (${ORDERS_OF_PERSON})`,
      },
      ownData: { without: 'admins write these for themselves, about their own work' },
      archive: { without: 'what admins asked of each other about a refund, which is in refunds once it is made' },
    },
    refunds: {
      stays: 'money',
      person: {
        erased: ['reason'],
        kept: {
          [SHOP]: ['refund_id', 'order_id', 'status', 'origin', 'idempotency_key', 'redeemed', 'channel', 'lines'],
          'ids of the gateway': ['payment_id', 'gateway_refund_id'],
          'the number of a transfer or dispute': ['reference'],
        },
        // An admin's own words may name the person.
        statement: `update refunds set reason = null where order_id in (${ORDERS_OF_PERSON})`,
      },
      ownData: {
        title: 'Refunds',
        select: `select refund_id, order_id, amount_paise, status, reason, created_at, updated_at
      from refunds where order_id in (${ORDERS_OF_PERSON}) order by created_at, refund_id`,
      },
      archive: {
        file: 'refunds.csv',
        about: 'every refund',
        select: `select t.refund_id, t.order_id, t.payment_id, t.amount_paise, t.status, t.reason, t.origin, t.channel, t.reference, t.sent_on,
        t.gateway_refund_id, t.lines, t.created_at, t.updated_at,
        (select json_agg(json_build_object('course_id', s.course_id, 'seat', s.seat)) from refund_seats s
          where s.refund_id = t.refund_id) as seats,
        (select json_agg(json_build_object('returned', m.returned, 'at', m.at) order by m.move_id) from refund_moves m
          where m.refund_id = t.refund_id) as moves
      from refunds t order by t.created_at, t.refund_id`,
      },
    },
    outside_payments: {
      stays: 'money',
      person: {
        erased: [],
        kept: { 'the number of a transfer or receipt': ['reference'], [SHOP]: ['order_id', 'method'] },
      },
      ownData: {
        title: 'Payments outside the gateway',
        select: `select order_id, method, reference, received_on from outside_payments where order_id in (${ORDERS_OF_PERSON}) order by order_id`,
      },
      archive: { in: 'orders.csv' },
    },
    gateway_events: {
      stays: 'log',
      person: {
        erased: ['body'],
        kept: { 'ids and words of the gateway': ['event_id', 'event', 'outcome'], [SHOP]: ['order_id'] },
        // The gateway's events bear email and phone of who paid.
        statement: `update gateway_events set body = '{}' where order_id in (${ORDERS_OF_PERSON})`,
      },
      expires: { column: 'received_at', days: 366 },
      ownData: { without: "the gateway's own words about payments that are listed" },
      archive: {
        without:
          'the gateway’s own reports, which it stores; what they brought about is in payments, refunds and order-events',
      },
    },
    order_events: {
      stays: 'money',
      person: {
        erased: ['detail'],
        kept: { 'the timeline of an order': ['order_id', 'kind'] },
        // After amount and admin follows the admin's reason for a refund or grant. The others are amounts, ids and errors.
        statement: `update order_events set detail = case when kind = 'guarantee_asked' then null else split_part(detail, ': ', 1) end
      where kind in ('refund_requested', 'refund_booked', 'granted', 'guarantee_declined', 'guarantee_asked', 'second_person_asked', 'second_person_declined') and order_id in (${ORDERS_OF_PERSON})`,
      },
      ownData: {
        title: 'What happened to your orders',
        select: `select order_id, kind, created_at from order_events where order_id in (${ORDERS_OF_PERSON}) order by id`,
      },
      archive: {
        file: 'order-events.csv',
        about: 'what happened to each order',
        select: 'select order_id, kind, detail, times, created_at, last_at from order_events order by id',
      },
    },
    disclaimers: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'orders.csv' },
    },
    order_lines: {
      stays: 'money',
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      ownData: {
        title: 'Courses in your orders',
        select: `select order_id, course_id, course_name, bundle_name, price_paise, quantity, discount_paise, credit_paise, reduction_paise, total_paise
      from order_lines where order_id in (${ORDERS_OF_PERSON}) order by order_id, position`,
      },
      archive: {
        file: 'order-lines.csv',
        about: 'the courses of each order',
        select: `select t.order_id, t.position + 1 as position, t.course_name as course, t.quantity, t.price_paise, t.discount_paise,
        t.credit_paise, t.reduction_paise, t.total_paise, t.access_period, t.course_id, t.owned, t.bundle_id, t.bundle_name, t.offer_id,
        t.offer_headline, t.list_price_paise, t.gst_basis_points, t.sac from order_lines t order by t.order_id, t.position`,
      },
    },
    order_payments: {
      stays: 'money',
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      ownData: {
        title: 'Payments',
        select: `select payment_id, order_id, amount_paise, currency, status, method, created_at
      from order_payments where order_id in (${ORDERS_OF_PERSON}) order by created_at, payment_id`,
      },
      archive: {
        file: 'payments.csv',
        about: 'every payment that the gateway reported',
        select: `select t.payment_id, t.order_id, t.amount_paise, t.currency, t.status, t.method, t.created_at, t.charged_paise, t.fee_paise,
        t.tax_paise
      from order_payments t order by t.created_at, t.payment_id`,
      },
    },
    refund_moves: {
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      archive: { in: 'refunds.csv' },
    },
    refund_seats: {
      stays: 'money',
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      archive: { in: 'refunds.csv' },
    },
    unknown_money: {
      stays: 'money',
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      archive: {
        without:
          'the gateway’s own reports, which it stores; what they brought about is in payments, refunds and order-events',
      },
    },
    gateway_pause: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        without:
          'the gateway’s own reports, which it stores; what they brought about is in payments, refunds and order-events',
      },
    },
    gateway_refusals: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        without:
          'the gateway’s own reports, which it stores; what they brought about is in payments, refunds and order-events',
      },
    },
    coin_spends: {
      stays: 'money',
      person: { erased: [], kept: { [LEDGER]: ['user_id', 'order_id'] } },
      ownData: {
        title: 'Coins spent on orders',
        select: 'select order_id, coins, returned, created_at from coin_spends where user_id = :id order by created_at',
      },
      archive: {
        file: 'coin-spends.csv',
        about: 'coins that paid a part of an order, and how many went back',
        select: `select t.order_id, ${WHO}, t.coins, t.returned, t.created_at from coin_spends t ${ACCOUNT} order by t.created_at, t.order_id`,
      },
    },
  },
})
