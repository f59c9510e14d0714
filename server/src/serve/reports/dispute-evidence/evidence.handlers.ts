import { calls } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { findPolicyText, readShop } from '../../../shop/settings/settings.queries.ts'
import { drawEvidence } from './draw-evidence.ts'
import { findEvidence } from './evidence.queries.ts'

export const disputeEvidenceHandlers = {
  disputeEvidence: calls.orders.disputeEvidence.handler(async ({ input, context }) => {
    const { read, now, config } = context.ctx
    const evidence = await read((db) => findEvidence(db, input.dispute_id))
    if (!evidence) throw plainError('not_found', 'Dispute not found')
    const at = evidence.created_at
    const [{ brand }, terms, refund, days] = await read((db) =>
      Promise.all([
        readShop(db),
        findPolicyText(db, 'terms', at),
        findPolicyText(db, 'refund', at),
        findPolicyText(db, 'guarantee', at),
      ]),
    )
    const shop = { name: brand.name, storeUrl: config.storeUrl }
    const policies = { terms, refund, guarantee_days: Number(days) }
    const bytes = await drawEvidence({ evidence, shop, policies, made_at: now().toISOString() })
    return new File([new Uint8Array(bytes)], `Evidence-${evidence.dispute_id}.pdf`, { type: 'application/pdf' })
  }),
}
