import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { forgetParents } from './children.queries.ts'
import { requireAge } from './children.service.ts'

export const purchaseBegun: Hooks<Context>['purchaseBegun'] = (ctx, { user, fields }) => requireAge(ctx, user, fields)

export const consentsUsed: Hooks['consentsUsed'] = async ({ db }) =>
  (await readShop(db)).children.ask ? ['children'] : []

export const dayEnded: Hooks<Pick<Context, 'db' | 'now'>>['dayEnded'] = ({ db, now }) => forgetParents(db, now())
