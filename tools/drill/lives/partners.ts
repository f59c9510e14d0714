import { asOwner, noteOf, pickOf } from './calls.ts'
import type { Life } from './life.ts'
import { at } from './purchase.ts'
import type { Step } from './steps.ts'

/** Steps of a partner. */

export async function changePartner(life: Life, step: Step): Promise<void> {
  const { model, partner, people, shop } = life
  const { name, email } = people.at(-1) ?? {}
  const isActive = at(step, 0) < 0.7
  const terms = { percent: 1 + Math.floor(at(step, 1) * 70), window_days: pickOf([7, 30, 90], at(step, 2)) ?? 30 }
  const { status } = await shop.instances.call(
    step.which === 1 ? 1 : 0,
    `/api/admin/partners/${partner.id}`,
    asOwner(life, {
      method: 'PUT',
      body: { ...terms, name, email, code: partner.code, state: isActive ? 'active' : 'paused' },
    }),
  )
  noteOf(life, `the partner gets ${terms.percent} %, ${isActive ? 'active' : 'paused'}: ${status}`)
  if (status === 200)
    model.partner.terms.push({ since: shop.now(), percent: terms.percent, windowDays: terms.window_days, isActive })
}

/** The owner notes that a statement was paid. */
export async function payPartner(life: Life, step: Step): Promise<void> {
  const { model, partner, shop } = life
  const statement = pickOf(
    model.partner.statements.filter(({ isPaid }) => !isPaid),
    at(step, 0),
  )
  if (!statement) return
  const { month } = statement
  const which = step.which === 1 ? 1 : 0
  const { body } = await shop.instances.call(which, `/api/admin/partners/payouts?month=${month}`, asOwner(life, {}))
  const shown = (body.payouts as { partner_id: string; statement_id: string }[] | undefined) ?? []
  const id = shown.find((one) => one.partner_id === partner.id)?.statement_id
  const { status } = await shop.instances.call(
    which,
    `/api/admin/partners/payouts/${id}/paid`,
    asOwner(life, { body: { reference: `UTR ${month}` } }),
  )
  noteOf(life, `the partner is paid for ${month}: ${status}`)
  if (status === 200) statement.isPaid = true
  else life.wrong.push(`a statement can be paid: that of ${month} answered ${status}`)
}
