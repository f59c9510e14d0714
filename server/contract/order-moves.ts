import { z } from 'zod'
import { adminMails } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Email, Message, text } from './fields.ts'

/** Support moves an order for so many days after its payment, an owner always. */
export const MOVE_DAYS = 7

export const MoveOrderBody = z.object({ email: Email, reason: text(1, 300, 'A reason is required') })

export const orderMoves = {
  /**
   * Moves the access that a paid order gives to another person, whose account is made if there is none. Order, papers and refunds stay with the
   * buyer. Both get an email. 403 for support after 7 days; 409 `conflict` for what cannot move, such as instalments, gifts or coins.
   */
  move: defineCall({
    method: 'POST',
    path: '/admin/orders/{order_no}/move',
    access: 'admin',
    roles: ['support'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Move an order to another person',
    cost: 'mail',
    limits: [adminMails],
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: z.object({ order_no: z.string().trim().min(1).max(40) }), body: MoveOrderBody }))
    .output(Message),
}
