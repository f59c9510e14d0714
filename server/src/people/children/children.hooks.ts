import { consentsUsed, dayEnded, purchaseBegun } from '../../shop/moments/moments.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { forgetParents } from './children.queries.ts'
import { requireAge } from './children.service.ts'

export const joins = () => [
  purchaseBegun.by((ctx, { user, fields }) => requireAge(ctx, user, fields)),
  consentsUsed.by(async ({ db }) => ((await readShop(db)).children.ask ? ['children'] : [])),
  dayEnded.by(({ db, now }) => forgetParents(db, now())),
]
