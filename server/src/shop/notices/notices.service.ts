import type { NoticeTexts, OwnerNotice } from 'contract/notices/notices'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChange } from '../activity/note-change.ts'
import { findNotice, findPresentNotice, insertNotice, listNotices, listUses, type Notice } from './notices.queries.ts'
import { preparedNotice } from './prepared-notice.ts'

/** Returns the texts of a version. */
export const textsOf = ({ texts, uses }: Pick<Notice, 'texts' | 'uses'>): NoticeTexts => texts ?? preparedNotice(uses)

/** Finds a version that readers may see: a stored one, or the one in force; undefined for any other number. */
export async function readNotice(db: Db, version?: number): Promise<(Notice & { latest: number }) | undefined> {
  const present = await findPresentNotice(db)
  const found = version === undefined || version === present.version ? present : await findNotice(db, version)
  return found && { ...found, latest: present.version }
}

export async function readForOwner(db: Db): Promise<OwnerNotice> {
  const [present, uses, versions] = [await findPresentNotice(db), await listUses(db), await listNotices(db)]
  const { version, published_at, texts } = present
  return {
    version,
    published_at,
    own: texts !== null,
    texts: textsOf(present),
    prepared: preparedNotice(uses),
    missing: uses.filter((use) => !present.uses.includes(use)),
    versions,
  }
}

/** Publishes the owner's texts as the next version. 409 `edit_conflict` when another one is in force than `after`. */
export async function publishNotice(
  ctx: Pick<Context, 'db' | 'now'>,
  { after, texts }: { after: number; texts: NoticeTexts },
): Promise<OwnerNotice> {
  return ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const present = await findPresentNotice(trx)
    // Version 1 is what the shop prepared, even if nobody agreed under it.
    if (present.published_at === null) await insertNotice(trx, { ...present, published_at: now })
    const next = { version: present.version + 1, uses: await listUses(trx), texts, published_at: now }
    if (present.version !== after || !(await insertNotice(trx, next)))
      throw plainError('edit_conflict', 'Another version was published', { current: await readForOwner(trx) })
    await noteChange(trx, {
      kind: 'settings',
      id: 'notice',
      name: `Privacy notice, version ${next.version}`,
      before: { version: present.version },
      after: { version: next.version },
    })
    return readForOwner(trx)
  })
}
