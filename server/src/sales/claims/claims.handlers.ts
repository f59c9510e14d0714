import { calls } from '../../context.ts'
import { hideUnproven, proveClaim, readClaims, unproveClaim } from './claims.service.ts'

export const claimHandlers = {
  list: calls.claims.list.handler(({ context }) => readClaims(context.ctx.db)),

  prove: calls.claims.prove.handler(({ input: { params, body }, context }) =>
    proveClaim(context.ctx, params.claim_id, body),
  ),

  unprove: calls.claims.unprove.handler(({ input, context }) => unproveClaim(context.ctx, input.claim_id)),

  hide: calls.claims.hide.handler(({ context }) => hideUnproven(context.ctx)),
}
