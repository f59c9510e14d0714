import { gone } from 'contract/gone'
import { Router } from 'express'
import { plainError } from '../../errors.ts'
import type { Routes } from './routes.ts'

/** Answers calls that an earlier version had, whoever calls, before any body is read. */
export const routes: Routes = () => {
  const router = Router({ caseSensitive: true })
  for (const { calls, instead } of gone) {
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ')
      router.route(path.replace(/\{(\w+)\}/g, ':$1'))[method.toLowerCase() as 'get'](() => {
        throw plainError('gone', instead)
      })
    }
  }
  return [{ path: '/', handler: router }]
}
