import { Readable } from 'node:stream'
import type { LibraryEntry } from './archive-format.ts'
import type { MediaFolder } from './media-folder.ts'
import type { Table } from './tables.queries.ts'

/** Documents never change: a folder of backups stores each once, beside the library, under its hash. */
export const isPapers = ({ schema, name }: Table) => schema === 'public' && name === 'document_files'

export const paperKey = (sha256: string) => ({ mediaId: sha256, name: 'paper.pdf' })

/** A value of COPY that stands for the bytes of a document in the folder. */
const APART = '\\\\x'

type Columns = readonly string[]
type Chunks = AsyncIterable<Buffer>

/** Replaces the bytes of each row of COPY by a mark, and passes them to `store` with their hash. */
export const takePapers = (columns: Columns, store: (sha256: string, bytes: Buffer) => Promise<void>) =>
  eachRow(columns, async (sha256, value) => {
    await store(sha256, Buffer.from(value.slice(APART.length), 'hex'))
    return APART
  })

/** Puts the bytes of each document back into the rows of COPY. */
export const bringPapers = (columns: Columns, read: (sha256: string) => Promise<Buffer>) =>
  eachRow(columns, async (sha256, value) => (value === APART ? APART + (await read(sha256)).toString('hex') : value))

function eachRow(columns: Columns, change: (sha256: string, value: string) => Promise<string>) {
  const [hash, bytes] = [columns.indexOf('sha256'), columns.indexOf('bytes')]
  return async function* (chunks: Chunks) {
    for await (const line of linesOf(chunks)) {
      const cells = line.split('\t')
      cells[bytes] = await change(cells[hash] ?? '', cells[bytes] ?? '')
      yield Buffer.from(`${cells.join('\t')}\n`, 'latin1')
    }
  }
}

/** Splits a stream of COPY into its rows; latin1 keeps every byte. */
async function* linesOf(chunks: Chunks): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Stores a document in the folder unless it is there; returns its entry, and whether it is new. */
export async function storePaper(
  folder: MediaFolder,
  sha256: string,
  bytes: Buffer,
): Promise<{ entry: LibraryEntry; isNew: boolean }> {
  const known = await folder.find(paperKey(sha256))
  if (known?.bytes === bytes.length) return { entry: known, isNew: false }
  const entry = await folder.add(paperKey(sha256), { bytes: bytes.length, stream: Readable.from([bytes]) })
  return { entry, isNew: true }
}
