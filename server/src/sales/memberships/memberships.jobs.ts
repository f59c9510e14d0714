import { dayStart, indianDay } from 'contract/indian-time'
import { formatRupees } from 'contract/money'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findReader } from '../../shop/users/language.queries.ts'
import { accessUntil, type EndKind, stateOf } from './member-state.ts'
import { claimDue, findBySubscription, findMember } from './members.queries.ts'
import { membershipEmail } from './membership-emails.ts'
import { grantAdded } from './memberships.service.ts'
import { settleMember } from './settle-member.ts'

const AT_ONCE = 50
const HOUR_MS = 3_600_000

/** Looks at the mandates that are due, and opens courses that were added meanwhile. */
export function membersDueJob(ctx: Context): Job {
  return {
    name: 'members-due',
    schedule: '*/5 * * * *',
    retries: 0,
    run: async () => {
      for (let taken = AT_ONCE; taken === AT_ONCE; ) {
        const now = ctx.now()
        taken = await ctx.db.transaction(async (trx) => {
          const due = await claimDue(trx, now, new Date(now.getTime() + HOUR_MS), AT_ONCE)
          for (const member_id of due)
            await ctx.queue.send(trx, 'settle-member', { member_id }, { singletonKey: member_id })
          return due.length
        })
      }
      await grantAdded(ctx)
    },
  }
}

const Named = z.object({ member_id: z.string() })

/** Follows one mandate. */
export function settleMemberJob(ctx: Context): Job {
  return {
    name: 'settle-member',
    single: true,
    retries: 5,
    mayFail: true,
    concurrency: 2,
    run: (payload) => settleMember(ctx, Named.parse(payload).member_id),
  }
}

/** Ends a subscription that no mandate here is of: its terms changed, or another was first, while the gateway made it. */
export function endSubscriptionJob(ctx: Context): Job {
  return {
    name: 'end-subscription',
    retries: 5,
    run: async (payload) => {
      const { subscription_id } = z.object({ subscription_id: z.string() }).parse(payload)
      await ctx.payments.cancelSubscription(subscription_id)
    },
  }
}

/** Finds the mandate that an invoice of the gateway is for; a payment's own event names no other. */
export function settleInvoiceJob(ctx: Context): Job {
  return {
    name: 'settle-invoice',
    single: true,
    retries: 5,
    mayFail: true,
    run: async (payload) => {
      const { subscriptionId } = await ctx.payments.fetchCycle(
        z.object({ invoice_id: z.string() }).parse(payload).invoice_id,
      )
      const member = subscriptionId ? await findBySubscription(ctx.db, subscriptionId) : undefined
      if (member) await settleMember(ctx, member.member_id)
    },
  }
}

const Payload = z.object({
  member_id: z.string(),
  state: z.enum(['active', 'late', 'stopped', 'cancelled', 'ended']),
  at: z.string(),
})

const endedBy = (state: z.output<typeof Payload>['state'], kind: EndKind | null) =>
  state === 'cancelled' && (kind === 'shop' || kind === 'dispute') ? kind : state

/** Writes to a member about a new state; nothing once it is another one. */
export const membershipMailJob = oneMail({
  name: 'membership-mail',
  payload: Payload,
  async find(ctx, { member_id, state, at }) {
    const member = await findMember(ctx.db, member_id)
    if (!member || stateOf(member, ctx.now()) !== state) return undefined
    const reader = await findReader(ctx.db, member.user_id)
    if (!reader) return undefined
    const { name: membership, begun, end_kind, charge_at, price_paise } = member
    const until = accessUntil(member)
    return {
      ...reader,
      receiver: 'shop',
      messageId: `membership.${member_id}.${state}.${Date.parse(at)}`,
      letter: membershipEmail({
        state: state === 'active' && !begun ? 'continued' : endedBy(state, end_kind),
        name: reader.name,
        membership,
        amount: formatRupees(price_paise),
        open_until: until && until > ctx.now() ? until.toISOString() : null,
        next_debit: charge_at && dayStart(indianDay(new Date(charge_at))),
        address: `${ctx.config.storeUrl}/dashboard`,
        fix: member.short_url,
      }),
      about: { member_id, state },
    }
  },
})
