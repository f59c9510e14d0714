import { calls, requireAdmin } from '../../context.ts'
import { listPromocodes } from './promocodes.queries.ts'
import {
  addPromocode,
  changePromocode,
  checkPromocode,
  publicPromocodes,
  removePromocode,
  restorePromocode,
} from './promocodes.service.ts'

export const promocodeHandlers = {
  list: calls.promocodes.list.handler(({ context }) => publicPromocodes(context.ctx)),

  check: calls.promocodes.check.handler(({ input, context }) => checkPromocode(context.ctx, input.promocode)),

  adminList: calls.promocodes.adminList.handler(async ({ input, context }) => {
    const { promocodes, total } = await listPromocodes(context.ctx.db, input)
    context.setHeader('X-Total-Count', String(total))
    return { promocodes }
  }),

  add: calls.promocodes.add.handler(async ({ input, context }) => {
    const promocode = await addPromocode(context.ctx, requireAdmin(context), input.query)
    return { message: 'Promo code added successfully', promocode }
  }),

  update: calls.promocodes.update.handler(async ({ input, context }) => {
    const { params, headers, body } = input
    const promocode = await changePromocode(context.ctx, requireAdmin(context), params.id, body, headers?.['if-match'])
    return { message: 'Promo code updated successfully', promocode }
  }),

  delete: calls.promocodes.delete.handler(async ({ input, context }) => {
    await removePromocode(context.ctx, input.params.id)
    return { message: 'Promo code deleted successfully' }
  }),

  restore: calls.promocodes.restore.handler(async ({ input, context }) => {
    const promocode = await restorePromocode(context.ctx, requireAdmin(context), input.params.id)
    return { message: 'Promo code restored successfully', promocode }
  }),
}
