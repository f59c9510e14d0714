import { calls, requireUser } from '../../context.ts'
import { listConsents } from './consents.queries.ts'
import { changeConsent } from './consents.service.ts'

export const consentsHandlers = {
  list: calls.consents.list.handler(({ context }) => listConsents(context.ctx.db, requireUser(context).id)),

  change: calls.consents.change.handler(({ input: { params, body }, context }) =>
    changeConsent(context.ctx, requireUser(context).id, params.purpose, body.agreed),
  ),
}
