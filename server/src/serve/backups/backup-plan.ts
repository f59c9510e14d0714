import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { BackupPlan } from 'contract/backups'
import type { Context } from '../../context.ts'
import { invalidField } from '../../errors.ts'
import { libraryOf } from '../../platform/files/disk-store.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findLastBackup, findLastRestore } from '../backup-log/backup-log.queries.ts'
import { Refusal } from '../commands/backup/archive-format.ts'
import { findPlan, savePlan } from './backup-plan.queries.ts'

/** Reads the nightly backup, the last good one, and the last restore. */
export async function readBackups({ db, config }: Pick<Context, 'db' | 'config'>) {
  const [plan, backup, restore] = await Promise.all([findPlan(db), findLastBackup(db), findLastRestore(db)])
  return {
    plan: plan ? { folder: plan.folder, keep: plan.keep } : null,
    folders: config.backupFolders,
    bucket: placeInBucket(config.media),
    backup,
    restore: restore ?? null,
  }
}

const placeInBucket = ({ store, s3 }: Context['config']['media']) =>
  store === 's3' && s3 ? `${s3.bucket}/${s3.prefix}backups` : null

/** Turns the nightly backup on or off. 422 for a folder or bucket that may not, or cannot, hold it. */
export async function changePlan(ctx: Context, plan: BackupPlan | null): Promise<void> {
  const checked = plan && { ...plan, folder: await checkPlace(ctx, plan.folder) }
  await ctx.db.transaction(async (trx) => {
    const before = await findPlan(trx)
    await savePlan(trx, checked, ctx.now().toISOString())
    const change = {
      before: entryOf(before),
      after: entryOf(checked),
    }
    await noteChange(trx, { kind: 'settings', id: 'backups', name: 'Nightly backup', ...change })
  })
}

const entryOf = (plan: BackupPlan | null | undefined) => ({
  folder: plan ? (plan.folder ?? 'the bucket') : null,
  keep: plan?.keep ?? null,
})

async function checkPlace(ctx: Context, folder: string | null): Promise<string | null> {
  if (folder !== null) return checkFolder(ctx, folder)
  if (ctx.config.media.store !== 's3') throw refused('This shop stores its files on its disk, not in a bucket')
  const { checkBucket } = await import('../commands/backup/bucket-backup.ts')
  await checkBucket(ctx.config, ctx.log).catch((error) => {
    throw error instanceof Refusal ? refused(error.message) : error
  })
  return null
}

/** Returns the real path of a folder below the operator's, which it creates and proves writable. */
export async function checkFolder(
  { config }: { config: Pick<Context['config'], 'backupFolders' | 'dataDir'> },
  typed: string,
): Promise<string> {
  const { backupFolders, dataDir } = config
  const folder = resolve(typed)
  if (!isAbsolute(typed) || !backupFolders.some((root) => isBelow(root, folder))) {
    throw refused(`Choose a folder below ${backupFolders.join(' or ')}. The operator of the server can allow more.`)
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const real = await realpath(folder)
    const roots = await Promise.all(backupFolders.map((root) => realpath(root).catch(() => root)))
    // A link inside may lead out.
    if (!roots.some((root) => isBelow(root, real))) throw refused('This folder leads to another place')
    const library = await realpath(libraryOf(dataDir)).catch(() => libraryOf(dataDir))
    if (isBelow(library, real)) throw refused('This folder holds the library of the shop')
    await access(real, constants.W_OK)
    return real
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code ?? '')) {
      throw refused(`The server cannot write to this folder (${code})`)
    }
    throw error
  }
}

function isBelow(root: string, folder: string): boolean {
  const path = relative(root, folder)
  return path === '' || (path !== '..' && !path.startsWith(join('..', '/')) && !isAbsolute(path))
}

const refused = (message: string) => invalidField('folder', message)
