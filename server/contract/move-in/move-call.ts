import { z } from 'zod'
import { type CallOptions, defineCall } from '../define-call.ts'

export const OneMove = z.object({
  move_id: z.string().min(1, { error: 'Must be a move id' }).max(40, { error: 'Must be a move id' }),
})

export const moveCall = (
  method: 'GET' | 'POST' | 'DELETE',
  path: '' | `/${string}`,
  summary: string,
  /** Editors move in courses, support moves in students and orders: the handlers compare the kind with the role. */
  options: Partial<CallOptions> = {},
) => defineCall({ method, path: `/admin/move_in${path}`, access: 'admin', roles: ['support'], summary, ...options })
