import { callName } from 'contract/call-name'
import { formatRupees } from 'contract/money'
import { isMessage, isNudge } from 'contract/sequences'
import type { Context, Db } from '../../../context.ts'
import { COURSES } from '../../../courses/courses/courses.sql.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { messageNeeded } from '../../../shop/moments/moments.ts'
import type { Recipient } from '../outbox.queries.ts'

/** Values of the places of a letter about what its reader has, and the page of the store that its button leads to. */
export type OwnWords = { values: Record<string, string>; path: string }

type About = Pick<Recipient, 'trigger' | 'occasion' | 'facts' | 'language'>

const inShort = (paise: number) => formatRupees(paise).replace(/\.00$/, '')

/** Finds the values of a nudge or a message; undefined for any other letter. */
export async function findOwnWords(db: Db, about: About): Promise<OwnWords | undefined> {
  const { trigger, occasion, facts, language } = about
  if (trigger === null) return undefined
  if (isNudge(trigger)) {
    const [course_id = ''] = occasion.split(' ')
    const { rows } = await db.raw<{ rows: { name: string }[] }>(
      `select c.name from ${COURSES} c where c.course_id = :course_id`,
      { course_id },
    )
    return { values: { course: rows[0]?.name ?? '' }, path: `/learn/${encodeURIComponent(course_id)}` }
  }
  if (trigger === 'receipt') return ofReceipt(db, occasion)
  if (!isMessage(trigger) || !facts) return undefined
  const { course, lesson = '', at, amount_paise = 0, path } = facts
  const { moment, longDay } = inLanguage(language)
  return { values: { course, lesson, moment: moment(at), date: longDay(at), amount: inShort(amount_paise) }, path }
}

async function ofReceipt(db: Db, order_id: string): Promise<OwnWords | undefined> {
  const { rows } = await db.raw<{ rows: { order_no: string; paise: string; courses: string }[] }>(
    `select o.order_no, coalesce(o.captured_paise, o.total_paise) as paise, (
       select string_agg(n.name, ', ' order by n.position) from (
         select coalesce(l.bundle_name, l.course_name) as name, min(l.position) as position
         from order_lines l where l.order_id = o.order_id group by 1) n) as courses
     from orders o where o.order_id = :order_id`,
    { order_id },
  )
  const [order] = rows
  if (!order) return undefined
  const { order_no, paise, courses } = order
  return { values: { order: order_no, amount: inShort(Number(paise)), courses }, path: '/dashboard' }
}

/** Fills `{course}` and its like; `{name}` stays for the channel. */
export const fillPlaces = (text: string, values: Record<string, string> = {}): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : place))

/** Fills a value of a template, which may not be empty: a name that is not known is a word of greeting. */
export const templateValue = (value: string, { values }: Partial<OwnWords>, recipient: Recipient): string =>
  fillPlaces(value, { ...values, name: callName(recipient) ?? inLanguage(recipient.language).t('there') })

/** Returns false once the reason of a message has ended; true for every other letter. */
export async function isNeeded(ctx: Context, { trigger, occasion, user_id }: Recipient): Promise<boolean> {
  if (trigger !== 'live' && trigger !== 'due') return true
  const answers = await messageNeeded(ctx, { kind: trigger, key: occasion, userId: Number(user_id) })
  return !answers.includes(false)
}
