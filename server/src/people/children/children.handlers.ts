import { calls, requireUser } from '../../context.ts'
import { readAge } from './children.service.ts'

export const childrenHandlers = {
  mine: calls.children.mine.handler(({ context }) => readAge(context.ctx, requireUser(context).id)),
}
