import { createHash } from 'node:crypto'
import { indianTime } from 'contract/indian-time'
import { extensionOf } from 'contract/media/kinds'
import { VERSION } from '../../config.ts'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { patiently } from '../../platform/db/knex.ts'
import type { FileKey, Store } from '../../platform/files/store.ts'
import { fileOf } from '../../sales/documents/document-file.ts'
import { findDocument } from '../../sales/documents/documents.queries.ts'
import { fileNameOf } from '../../sales/documents/pdf.ts'
import { uniquePaths, usableName } from './archive-names.ts'
import { archiveParts, readmeOf } from './archive-parts.ts'
import { csvOf, headingsOf, readRows } from './csv.ts'
import { type FileRow, listDocumentIds, listFiles, readSettings } from './move-out.queries.ts'
import { COURSE_JSON } from './shop-parts.ts'
import { openZip, type ZipWriter } from './write-zip.ts'

/** Raised when a shop of before cannot read an archive any more. */
export const ARCHIVE_FORMAT = 2

export type Archive = { rows: Record<string, number>; files: number; missing: string[] }

export type ArchiveOptions = Pick<Context, 'config' | 'db' | 'now'> & {
  store: Pick<Store, 'open'>
  signal?: AbortSignal | undefined
  wrote?: (bytes: number) => void
}

/** A file with its path in the archive. */
type Placed = FileRow & { path: string }

/**
 * Writes everything that the shop owns to a new ZIP at `path`: the tables as they are at one moment, then papers and files. A
 * file that is gone from the store is named in the manifest. Rejects when `signal` fires, and leaves half a file.
 */
export async function makeArchive(options: ArchiveOptions, path: string): Promise<Archive> {
  const madeAt = options.now()
  const zip = openZip(path, { ...options, mtime: madeAt })
  try {
    const made: Archive = { rows: {}, files: 0, missing: [] }
    await zip.add('README.txt', [readmeOf(madeAt)])
    const { files, papers } = await addTables(options.db, zip, made)
    failpoint(options, 'move-out:tables-written')
    for (const id of papers) await addPaper(options, zip, id)
    await addFiles(options, { zip, made }, files)
    const about = { program: 'skillhaat', format: ARCHIVE_FORMAT, version: VERSION, made_at: madeAt.toISOString() }
    // The last entry: an archive with it is whole.
    await zip.add('manifest.json', [JSON.stringify({ ...about, ...made }, null, 1)])
    await zip.end()
    return made
  } catch (error) {
    zip.abandon()
    throw error
  }
}

/** Adds all tables of one moment; returns the files that they name, and the papers. */
function addTables(db: Db, { add }: ZipWriter, { rows: counts }: Archive) {
  return patiently(db, async (trx) => {
    await trx.raw('set transaction isolation level repeatable read read only')
    const files = placeFiles(await listFiles(trx))
    const paths = new Map(files.map(({ url, path }) => [url, path]))
    const pathOf = (address: unknown) => paths.get(String(address)) ?? ''
    for (const { file, select, inArchive } of archiveParts) {
      counts[file] = 0
      const rows = countRows(readRows<Record<string, unknown>>(trx, select), (count) => {
        counts[file] = (counts[file] ?? 0) + count
      })
      await add(file, csvOf(rows, await headingsOf(trx, select), pathOf, inArchive))
    }
    const place = uniquePaths()
    for await (const courses of readRows<{ name: string; whole: object }>(trx, COURSE_JSON)) {
      for (const { name, whole } of courses) await add(place('courses', name, 'json'), [JSON.stringify(whole, null, 1)])
    }
    await add('settings.json', [JSON.stringify(await readSettings(trx), null, 1)])
    return { files, papers: await listDocumentIds(trx) }
  })
}

async function* countRows<Row>(batches: AsyncIterable<Row[]>, count: (rows: number) => void) {
  for await (const rows of batches) {
    count(rows.length)
    yield rows
  }
}

function placeFiles(rows: readonly FileRow[]): Placed[] {
  const place = uniquePaths()
  return rows.map((row) => {
    const inside = row.folder.split('/').filter((part) => part.trim() !== '')
    const folder = row.submission ?? ['files', ...inside.map((part) => usableName(part))].join('/')
    return { ...row, path: place(folder, row.name, extensionOf(row.url)) }
  })
}

async function addPaper({ db, now }: ArchiveOptions, { add }: ZipWriter, id: string): Promise<void> {
  const document = await findDocument(db, id)
  if (document) await add(`papers/${fileNameOf(document)}`, [await fileOf({ db, now }, document)], true)
}

/** Adds the files in the order of their paths, and last their list with the hash of each. */
async function addFiles(
  options: ArchiveOptions,
  { zip, made }: { zip: ZipWriter; made: Archive },
  files: readonly Placed[],
): Promise<void> {
  const listed: Record<string, unknown>[] = []
  for (const { path, url, submission, ...row } of files) {
    const file = await options.store.open(keyOf(url))
    const hash = createHash('sha256')
    let bytes = 0
    const look = (piece: Buffer) => {
      hash.update(piece)
      bytes += piece.length
    }
    if (file) {
      await zip.add(path, hashed(file.stream as AsyncIterable<Buffer>, look), true)
      made.files += 1
      failpoint(options, 'move-out:mid-files')
    } else made.missing.push(path)
    listed.push({ path, sha256: file ? hash.digest('hex') : '', bytes, missing: !file, ...row, address: url })
  }
  const about = ['path', 'name', 'folder', 'kind', 'sha256', 'bytes', 'missing', 'used_in']
  async function* all() {
    yield listed
  }
  await zip.add('files.csv', csvOf(all(), [...about, 'received_sha256', 'created_at', 'address']))
}

async function* hashed(stream: AsyncIterable<Buffer>, look: (piece: Buffer) => void) {
  for await (const piece of stream) {
    look(piece)
    yield piece
  }
}

function keyOf(url: string): FileKey {
  const [, , mediaId = '', name = ''] = url.split('/')
  return { mediaId, name }
}

/** Names an archive by its day in India. */
export const archiveName = (at: Date) => `skillhaat-${indianTime(at).slice(0, 10)}.zip`
