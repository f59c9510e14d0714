import { soldOption } from 'contract/courses/sold-option'
import { toPaise, toRupees } from 'contract/money'
import type { BuyFields } from 'contract/orders/buy-fields'
import { theCourse } from '../../courses/enrolments/enrolments.queries.ts'
import { appError } from '../../errors.ts'
import { dashboardFilled } from '../../shop/moments/moments.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { coursesChosen } from '../orders/checkout/cart.ts'
import { accessDecided, boughtAgain, orderMade, refundsArrived } from '../orders/moments.ts'
import { findOrderLines } from '../orders/orders.queries.ts'
import { findBoughtWithOptions, findOrderOptions, insertOrderOptions } from './options.queries.ts'
import { grantOf, optionEnded, upgrade } from './options.service.ts'

const NOT_IN_PARTS = 'This option cannot be paid in parts. Please pay it at once.'

const isInParts = (fields: BuyFields) => 'parts' in fields && fields.parts === 'true'

export const joins = () => [
  /** A course is sold by the name, price and period of its chosen option. */
  coursesChosen.by(async (_db, { courses, fields }) => {
    const chosen = fields.options
    const wanted = courses.filter(({ course_id }) => chosen?.[course_id])
    if (!chosen || wanted.length === 0) return {}
    if ('renewal' in fields && fields.renewal === 'true')
      throw appError('conflict', 'A renewal has no options. Upgrade on your dashboard instead.')
    return Object.fromEntries(
      wanted.map((course) => {
        // A bundle gives each course its own period.
        if (course.included) throw optionEnded()
        const terms = { ...course, price: toRupees(course.price_paise), options: course.terms.options }
        const sold = soldOption(terms, chosen[course.course_id] ?? '')
        if (!sold) throw optionEnded()
        if (isInParts(fields) && sold.price !== terms.price) throw appError('conflict', NOT_IN_PARTS)
        const { name, price, access_period } = sold
        return [course.course_id, { name, price_paise: toPaise(price), access_period, sells: theCourse(course) }]
      }),
    )
  }),
  orderMade.by(async (_ctx, trx, { order, fields }) => {
    // A plan repeats its own purchase.
    if (!fields.options || isInParts(fields)) return
    const lines = await findOrderLines(trx, [order.order_id])
    const rows = lines.flatMap(({ course_id }) => {
      const option_id = fields.options?.[course_id]
      if (!option_id) return []
      return [
        { order_id: order.order_id, course_id, user_id: order.user_id, option_id, upgrades: null, counted_paise: null },
      ]
    })
    await insertOrderOptions(trx, rows, new Date(order.created_at))
  }),
  /** An upgrade extends what its purchase gave; one whose price was counted from other money grants nothing, and is refunded. */
  accessDecided.by(async (_ctx, trx, { order_id, now }) => {
    const [row] = await findOrderOptions(trx, order_id)
    if (!row?.upgrades) return null
    return { courses: await grantOf(trx, { order_id, now }, row, row.upgrades) }
  }),
  refundsArrived.by((ctx, trx, { order_id }) => ctx.queue.send(trx, 'follow-base', { order_id })),
  /** A lost payment is tried again for the same options. */
  boughtAgain.by(async (ctx, { order_id, user, expectedTotal }) => {
    const rows = await findOrderOptions(ctx.db, order_id)
    const [first] = rows
    if (!first?.upgrades)
      return first
        ? { fields: { options: Object.fromEntries(rows.map((row) => [row.course_id, row.option_id])) } }
        : null
    const { course_id: courseId, option_id: optionId } = first
    return upgrade(ctx, user, { courseId, optionId, expectedTotal, language: await findLanguage(ctx.db, user.id) })
  }),
  dashboardFilled.by(async (db, { userId }) =>
    (await findBoughtWithOptions(db, userId)).length > 0 ? 'options' : undefined,
  ),
]
