import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type TableEntry, tablePart } from './archive-format.ts'
import { isPapers, takePapers } from './papers-apart.ts'
import { copyOut, listColumns, listTables, type Table } from './tables.queries.ts'
import type { ArchiveWriter } from './write-archive.ts'

/** A part is held whole before it is written, since a tar says the length first. */
const PART_BYTES = 4 * 1024 ** 2

/** Fixes how rows are written under any database settings: the same values make the same text. */
const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(SESSION)
}

/** Stores a document beside the archive, by its hash. */
export type StorePaper = (sha256: string, bytes: Buffer) => Promise<void>

/**
 * Adds every table, and the `unknown` ones, to the archive as the transaction of `client` sees it; with `storePaper` the
 * bytes of documents go there instead.
 */
export async function dumpDatabase(
  client: ClientBase,
  archive: ArchiveWriter,
  unknown: readonly Table[],
  storePaper?: StorePaper,
): Promise<TableEntry[]> {
  const entries: TableEntry[] = []
  for (const table of [...unknown, ...(await listTables(client))])
    entries.push(await dumpTable(client, table, archive, storePaper))
  return entries
}

async function dumpTable(
  client: ClientBase,
  table: Table,
  archive: ArchiveWriter,
  storePaper: StorePaper | undefined,
): Promise<TableEntry> {
  const columns = await listColumns(client, table)
  const names = columns.map(({ name }) => name)
  const isApart = storePaper !== undefined && isPapers(table)
  const rows = client.query(copyTo(copyOut(table, columns)))
  const hash = createHash('sha256')
  await pipeline(
    rows,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    isApart ? takePapers(names, storePaper) : unchanged,
    createGzip({ level: 3 }),
    async (chunks: AsyncIterable<Buffer>) => {
      let part: Buffer[] = []
      let [bytes, number] = [0, 0]
      const flush = async () => {
        await archive.add(tablePart(table, ++number), bytes, part)
        part = []
        bytes = 0
      }
      for await (const chunk of chunks) {
        part.push(chunk)
        bytes += chunk.length
        if (bytes >= PART_BYTES) await flush()
      }
      if (bytes > 0) await flush()
    },
  )
  return { ...table, columns: names, rows: rows.rowCount, sha256: hash.digest('hex') }
}

export async function* unchanged(chunks: AsyncIterable<Buffer>) {
  yield* chunks
}

/** Hash and number of the rows of a table, as a manifest has them. */
export async function hashTable(client: ClientBase, table: Table): Promise<Pick<TableEntry, 'rows' | 'sha256'>> {
  const rows = client.query(copyTo(copyOut(table, await listColumns(client, table))))
  const hash = createHash('sha256')
  for await (const chunk of rows) hash.update(chunk)
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}
