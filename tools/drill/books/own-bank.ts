import { indianDay } from 'contract/indian-time'
import type { Payments, SettledItem } from '../../../server/src/platform/payments/gateway.ts'
import type { World } from '../money/papers-world.ts'

const SETTLED_AFTER_MS = 2 * 86_400_000
const FEE = 0.0236

type Line = Pick<SettledItem, 'entityId' | 'kind' | 'amountPaise' | 'paymentId'>

/** The gateway's transfers to the bank: each time all that is two days old, less what went back. */
export function openOwnBank() {
  const items: SettledItem[] = []
  /** The credits on the statement of the bank, by UTR. */
  const credits = new Map<string, { month: string; paise: number }>()
  const listed = new Set<string>()
  const corrected = new Map<string, number>()

  function payOut(worlds: Iterable<World>, now: Date): void {
    const day = indianDay(now).replaceAll('-', '')
    const place = { settlementId: `setl_${day}`, utr: `UTR${day}`, method: 'upi', settledAt: now }
    const lines: SettledItem[] = []
    const add = (line: Line, change: number, feePaise = 0) => {
      const taxPaise = feePaise - Math.round(feePaise / 1.18)
      const moved = { creditPaise: Math.max(0, change), debitPaise: Math.max(0, -change) }
      lines.push({ ...line, ...place, feePaise, taxPaise, ...moved })
    }
    /** Adds an adjustment up to what is to be corrected in all. */
    const correct = (what: string, wanted: number, paymentId: string) => {
      const change = wanted - (corrected.get(what) ?? 0)
      if (change === 0) return
      corrected.set(what, wanted)
      const entityId = `adj_${day}_${what.replaceAll(' ', '_')}`
      add({ entityId, kind: 'adjustment', amountPaise: Math.abs(change), paymentId }, change)
    }
    for (const { payment, refunds, disputes } of worlds) {
      const { id: entityId, amountPaise, createdAt } = payment
      const isOld = createdAt !== null && now.getTime() - createdAt.getTime() > SETTLED_AFTER_MS
      if (isOld && !listed.has(entityId)) {
        listed.add(entityId)
        const fee = Math.round(amountPaise * FEE)
        add({ entityId, kind: 'payment', amountPaise, paymentId: null }, amountPaise - fee, fee)
      }
      if (!listed.has(entityId)) continue
      for (const refund of refunds) {
        if (refund.status === 'processed' && !listed.has(refund.id)) {
          listed.add(refund.id)
          const back = { entityId: refund.id, kind: 'refund', amountPaise: refund.amountPaise, paymentId: entityId }
          add(back, -refund.amountPaise)
        }
        const hasFailed = refund.status === 'failed' && listed.has(refund.id)
        correct(`${refund.id} failed`, hasFailed ? refund.amountPaise : 0, entityId)
      }
      for (const { id, status, deductedPaise } of disputes)
        correct(id, status === 'lost' ? -(deductedPaise ?? 0) : 0, entityId)
    }
    if (lines.length === 0) return
    items.push(...lines)
    const paise = lines.reduce((all, { creditPaise, debitPaise }) => all + creditPaise - debitPaise, 0)
    credits.set(place.utr, { month: indianDay(now).slice(0, 7), paise })
  }

  /** Lists a month in pages of 100, as the gateway does. */
  const listSettled: Payments['listSettled'] = async ({ month, skip }) => {
    const of = items.filter(({ settledAt }) => settledAt && indianDay(settledAt).slice(0, 7) === month)
    const page = of.slice(skip, skip + 100)
    return { items: page, listed: page.length, unread: 0, more: skip + page.length < of.length }
  }

  return { credits, payOut, listSettled }
}
