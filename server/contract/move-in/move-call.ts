import { z } from 'zod'
import { defineCall, type MoreOptions } from '../define-call.ts'

export const OneMove = z.object({
  move_id: z.string().min(1, { error: 'Must be a move id' }).max(40, { error: 'Must be a move id' }),
})

export const moveCall = (
  method: 'GET' | 'POST' | 'DELETE',
  path: '' | `/${string}`,
  summary: string,
  /** Editors move in courses, support moves in students and orders: the handlers compare the kind with the role. */
  options: MoreOptions = {},
) => defineCall({ method, path: `/admin/move_in${path}`, access: 'admin', roles: ['support'], summary, ...options })
