import { calls } from '../../context.ts'
import { moveOrder } from './order-moves.service.ts'

export const orderMoveHandlers = {
  move: calls.orderMoves.move.handler(async ({ input, context }) => {
    const { ctx, admin } = context
    await moveOrder(ctx, { orderNo: input.params.order_no, ...input.body, role: admin?.role })
    return { message: 'Order moved' }
  }),
}
