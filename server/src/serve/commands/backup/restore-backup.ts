import type { Knex } from 'knex'
import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import { type Config, keyId, VERSION } from '../../../config.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { createDb } from '../../../platform/db/knex.ts'
import { stepsOf, underMigrationLock } from '../../../platform/db/migrations.ts'
import { openStore } from '../../../platform/files/open-files.ts'
import type { Store } from '../../../platform/files/store.ts'
import { createQueue } from '../../../platform/queue/queue.ts'
import { acceptCluster, leaveNumbersOut } from '../../backup-log/returned-database.ts'
import { type Manifest, Refusal } from './archive-format.ts'
import { type BackupFile, openBackup } from './backup-file.ts'
import { checkBackup } from './read-archive.ts'
import { restoreDatabase, unknownSteps } from './restore-database.ts'
import { type StagedMedia, stageMedia } from './restore-media.ts'
import { countInstances, holdsShop } from './tables.queries.ts'

export type Restored = {
  manifest: Manifest
  /** False when sealed values of the backup (the gateway keys that an admin saved) cannot be opened with the key of these settings. */
  keysReadable: boolean
  /** Tells how the numbers of documents continue; undefined with `nothingSince`. */
  numbers: string | undefined
}

/** Explains a step that this version lacks: a shop may have gone back from the version that made it. */
function laterSchema({ version, schema_version }: Manifest, step: string): string {
  if (version !== VERSION && !schema_version)
    return `was made by version ${version}, which is newer than this one (it knows ${step}). Restore it with that version.`
  const day = `${step.slice(0, 4)}-${step.slice(4, 6)}-${step.slice(6, 8)}`
  const wanted = schema_version ? `version ${schema_version}` : `the version that it had before, released after ${day}`
  return `was made by version ${version} on the schema of a later one (it knows ${step}), from which the shop had gone back. Restore it with ${wanted}; then go back again.`
}

/**
 * Restores a shop from a backup. Checks the whole file before any change; then changes the database in one transaction,
 * and the library before its end, so that the files of valid rows exist at every moment. Refuses a database with a
 * shop, unless `replace`, or with a running instance. Throws a `Refusal` or the failure; then nothing has changed.
 */
export async function restoreBackup(
  { config, databaseUrl, log }: { config: Settings; databaseUrl: string; log: Logger },
  path: string,
  { replace = false, nothingSince = false, now = new Date() }: Partial<Choice> = {},
): Promise<Restored> {
  const file = await openBackup(path, config.backupKeys)
  const manifest = await checkBackup(file)
  const unknown = await unknownSteps(manifest.migrations)
  if (unknown.length > 0) {
    throw new Refusal(`${path} ${laterSchema(manifest, String(unknown.at(-1)))}`)
  }
  try {
    stepsOf(manifest.migrations)
  } catch (error) {
    throw new Refusal((error as Error).message)
  }
  // A load or an index may take as long as it takes.
  const timeouts = { connect: 10_000, acquire: 15_000, statement: 0, query: 0 }
  const db = createDb(databaseUrl, { poolMax: 2, applicationName: 'restore', timeouts })
  try {
    await db.transaction(async (trx) => checkTarget(await trx.client.acquireConnection(), replace))
    const store = await openStore(config, log)
    const staged = await stageMedia({ config, store, file, manifest })
    try {
      await prepareJobs(db, log)
      const { replaced, sealed, numbers } = await db.transaction((trx) =>
        change(db, trx, { file, manifest, config, staged, choice: { replace, nothingSince, now } }),
      )
      // From here on all of it has changed, and nothing may say otherwise.
      await db.raw('analyze').catch((err) => log.warn({ err }, 'the restored tables could not be analysed'))
      await removeReplaced(db, store, replaced)
      if (numbers) await lookBackAtOnce(db, log)
      return {
        manifest,
        numbers,
        keysReadable: !sealed || config.encryptionKeys.some((key) => keyId(key) === manifest.encryption_key_id),
      }
    } finally {
      await staged.close().catch(() => {})
    }
  } finally {
    await db.destroy()
  }
}

async function checkTarget(client: ClientBase, replace: boolean): Promise<void> {
  const instances = await countInstances(client)
  if (instances > 0) {
    throw new Refusal(`The shop is running on this database (${instances} connections). Stop every instance first.`)
  }
  if (!replace && (await holdsShop(client))) {
    throw new Refusal(
      'There is a shop in this database already. Back it up, then add --replace to put the backup in its place.',
    )
  }
}

/** The schema of the jobs is made by the queue itself, in transactions of its own; an empty one changes nothing. */
async function prepareJobs(db: Knex, log: Logger): Promise<void> {
  await underMigrationLock(db, async () => {
    const queue = createQueue({ db, log })
    await queue.prepare([])
    await queue.stop()
  })
}

type Settings = Pick<Config, 'dataDir' | 'media' | 'encryptionKeys' | 'backupKeys' | 'failpoint'>
/** `nothingSince`: the shop was stopped before the backup, so the numbers of documents continue without a gap. */
type Choice = { replace: boolean; nothingSince: boolean; now: Date }
type Change = { file: BackupFile; manifest: Manifest; config: Settings; staged: StagedMedia; choice: Choice }

/**
 * Everything that changes. Answers the ids of files that nothing in the restored shop knows, which are noted as unreferenced, and
 * whether it holds sealed values.
 */
async function change(
  db: Knex,
  trx: Knex.Transaction,
  { file, manifest, config, staged, choice }: Change,
): Promise<{ replaced: string[]; sealed: boolean; numbers: string | undefined }> {
  const client: ClientBase = await trx.client.acquireConnection()
  await client.query('set local idle_in_transaction_session_timeout = 0')
  // Minutes may have passed since the first check.
  await checkTarget(client, choice.replace)
  const before = await listMediaIds(trx)
  await restoreDatabase(trx, file, manifest, config.backupKeys)
  const stored = new Set(await listMediaIds(trx))
  const replaced = before.filter((mediaId) => !stored.has(mediaId))
  for (const media_id of replaced) {
    await trx('unreferenced_files').insert({ media_id, upload_id: null, media: null }).onConflict('media_id').ignore()
  }
  const numbers = choice.nothingSince
    ? undefined
    : await leaveNumbersOut(trx, { knownUntil: new Date(manifest.made_at), now: choice.now, since: 'the backup' })
  await acceptCluster(db, trx)
  const sealed = (await trx('gateway_config').first(trx.raw('1 as one'))) !== undefined
  try {
    await staged.place()
  } catch (error) {
    await staged.takeBack()
    throw error
  }
  failpoint({ config }, 'restore:before-commit')
  return { replaced, sealed, numbers }
}

/** Queues the look for payments and refunds since the backup; otherwise it runs within the hour. */
async function lookBackAtOnce(db: Knex, log: Logger): Promise<void> {
  const queue = createQueue({ db, log })
  try {
    await queue.prepare([])
    await queue.send(db, 'look-back', {})
  } catch (err) {
    log.warn({ err }, 'payments since the backup are looked for within an hour, not at once')
  } finally {
    await queue.stop()
  }
}

async function listMediaIds(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { there: boolean }[] }>(
    `select to_regclass('public.media') is not null as there`,
  )
  if (!rows[0]?.there) return []
  // A shop of an earlier version may be the one that is replaced.
  const { rows: work } = await db.raw<{ rows: { there: boolean }[] }>(
    `select to_regclass('public.hand_in_files') is not null as there`,
  )
  const sent: string[] = work[0]?.there ? await db('hand_in_files').pluck('file_id') : []
  return [...(await db('media').pluck('media_id')), ...sent]
}

/** Removes replaced files; after a kill or fault the sweep finds them, noted as unreferenced. */
async function removeReplaced(db: Knex, store: Store, mediaIds: readonly string[]): Promise<void> {
  for (const mediaId of mediaIds) {
    await store
      .removeAll(mediaId)
      .then(() => db('unreferenced_files').where({ media_id: mediaId }).delete())
      .catch(() => {})
  }
}
