import { dashboardFilled, processorsUsed, secretsSealed, todoLines } from '../../shop/moments/moments.ts'
import { findBot, findGroups, findGroupsOf } from './groups.queries.ts'
import { resealBot } from './groups.service.ts'

export const joins = () => [
  secretsSealed.by(resealBot),
  processorsUsed.by(async ({ db }) => ((await findBot(db)) ? [{ name: 'Telegram', use: 'messages' }] : [])),
  /** Tells the owner of groups in which the bot cannot act. */
  todoLines.by(async ({ db }) => {
    const wrong = (await findBot(db)) ? (await findGroups(db)).filter(({ problem }) => problem) : []
    const [first] = wrong
    if (!first) return []
    return [
      {
        kind: 'group',
        count: wrong.length,
        since: new Date(first.since).toISOString(),
        words: `${first.title}: ${first.problem}`,
      },
    ]
  }),
  dashboardFilled.by(async (db, { userId, now }) =>
    (await findGroupsOf(db, userId, now)).length > 0 ? 'groups' : undefined,
  ),
]
