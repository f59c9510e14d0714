import {
  dashboardFilled,
  environmentChanged,
  processorsUsed,
  secretsSealed,
  todoLines,
} from '../../shop/moments/moments.ts'
import { findBot, findGroupsOf } from './groups.queries.ts'
import { findWrongs, resealBot } from './groups.service.ts'

export const joins = () => [
  secretsSealed.by(resealBot),
  processorsUsed.by(async ({ db }) => ((await findBot(db)) ? [{ name: 'Telegram', use: 'messages' }] : [])),
  /** Telegram may have heard of another address of this shop. */
  environmentChanged.by(async ({ db, queue }) => {
    if (await findBot(db)) await queue.send(db, 'groups-look', {})
  }),
  /** Tells the owner what the bot cannot do, and who stays in a group without access. */
  todoLines.by(async (ctx) => {
    const wrongs = await findWrongs(ctx)
    const [first] = wrongs
    if (!first) return []
    const { since, words } = first
    return [{ kind: 'group', count: wrongs.length, since: new Date(since).toISOString(), words }]
  }),
  dashboardFilled.by(async (db, { userId, now }) =>
    (await findGroupsOf(db, userId, now)).length > 0 ? 'groups' : undefined,
  ),
]
