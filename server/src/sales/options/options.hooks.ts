import { isLonger } from 'contract/access-period'
import { soldOption } from 'contract/courses/sold-option'
import { toPaise, toRupees } from 'contract/money'
import type { BuyFields } from 'contract/orders/buy-fields'
import { theCourse } from '../../courses/enrolments/enrolments.queries.ts'
import { appError } from '../../errors.ts'
import { dashboardFilled } from '../../shop/moments/moments.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { coursesChosen, ownedRefused } from '../orders/checkout/cart.ts'
import { accessDecided, boughtAgain, orderHangs, orderMade } from '../orders/moments.ts'
import { findOrderLines } from '../orders/orders.queries.ts'
import { findBoughtWithOptions, findOrderOptions, insertOrderOptions } from './options.queries.ts'
import { findHanging, findLonger, grantOf, optionEnded, upgrade } from './options.service.ts'

const NOT_IN_PARTS = 'This option cannot be paid in parts. Please pay it at once.'

const IN_BUNDLE = '‘{bundle}’ has this course for a shorter time. Buy ‘{option}’ by itself.'

const SHORTER = 'You have {course} for a shorter time. Upgrade it on your dashboard: you pay only the difference.'

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
        const bundle = courses.find(({ included }) =>
          included?.some((one) => one.course_id === course.course_id && isLonger(access_period, one.access_period)),
        )
        // The bundle pays for the course for as long as it gives it, and not for a longer option.
        if (bundle) throw appError('conflict', IN_BUNDLE, { values: { option: name, bundle: bundle.name } })
        return [course.course_id, { name, price_paise: toPaise(price), access_period, sells: theCourse(course) }]
      }),
    )
  }),
  /** Who has the course for a shorter time is led to its upgrade, which costs less. */
  ownedRefused.by(async (db, { userId, owned, fields, now }) => {
    const { course_id, name } = owned
    const wanted = fields.options?.[course_id]
    const longer = wanted === undefined ? [] : await findLonger(db, userId, { courseId: course_id, now })
    if (!longer.some(({ option }) => option.option_id === wanted)) return undefined
    return appError('already_purchased', SHORTER, { values: { course: name }, course_id, upgrade: true })
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
  orderHangs.by(findHanging),
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
