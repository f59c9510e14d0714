import { z } from 'zod'
import { toFiles } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { csv } from '../exports.ts'
import { Moment } from '../fields.ts'

const Register = z.object({
  /** Its file is `/admin/registers/{name}.csv`. */
  name: z.string(),
  title: z.string(),
  /** Counted rows. */
  lines: z.number().int(),
  /** Time of the newest row; null without rows. */
  newest_at: Moment.nullable(),
})
export type Register = z.output<typeof Register>

/** Lists that the data protection law expects of a shop, each from a feature of its own. */
export const registers = {
  list: defineCall({
    method: 'GET',
    path: '/admin/registers',
    access: 'admin',
    summary: 'Records of personal data',
  }).output(z.array(Register)),

  /** One register as CSV, oldest first. 404 for an unknown name. */
  file: defineCall({
    method: 'GET',
    path: '/admin/registers/{file}',
    access: 'admin',
    confirm: 'caller',
    summary: 'A register as CSV',
    cost: 'export',
    limits: [toFiles],
    codes: ['not_found'],
  })
    .input(z.object({ file: z.string().regex(/^[a-z_]{1,40}\.csv$/, { error: 'No such register' }) }))
    .output(csv),
}
