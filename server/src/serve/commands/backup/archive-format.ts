import tar from 'tar-stream'
import { z } from 'zod'

/** The format of a file that holds everything. A format is raised when programs of before cannot read the file. */
export const FORMAT = 1
/** The format of a file whose library lies in a folder beside it, or nowhere: a program of before would lose it unseen. */
export const APART_FORMAT = 2
/** The format of a file whose documents lie in that folder, too. */
export const PAPERS_FORMAT = 3

export const MANIFEST = 'manifest.json'
const CHECKSUM = 'sha256'
/** Size of a tar's end, and of the last entry: its header, its padded text, and that end. */
export const TAR_END_BYTES = 1_024
export const TAIL_BYTES = 512 + 512 + TAR_END_BYTES
/** The most that a manifest may have; that of a million files is some 150 MB. */
export const MAX_MANIFEST_BYTES = 512 * 1024 ** 2

/** Everything is written with the same time, so that equal contents make equal bytes. */
export const ENTRY_TIME = new Date(0)
export const ENTRY_MODE = 0o600

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0)

/** A table as it was in the snapshot: `sha256` is that of its rows as COPY writes them, in the order of its key. */
const TableEntry = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: count,
  sha256: Sha256,
})
export type TableEntry = z.infer<typeof TableEntry>

const SequenceEntry = z.object({
  schema: z.string(),
  table: z.string(),
  column: z.string(),
  value: z.string().regex(/^-?\d+$/),
  called: z.boolean(),
})
export type SequenceEntry = z.infer<typeof SequenceEntry>

/** The last but one entry of a backup: what it is, and every other entry with its length and hash. */
export const Manifest = z.object({
  format: z.literal([FORMAT, APART_FORMAT, PAPERS_FORMAT]),
  program: z.literal('skillhaat'),
  version: z.string(),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.string()),
  /** Tells which ENCRYPTION_KEY opens the sealed values in it, and nothing else about that key. */
  encryption_key_id: z.string(),
  tables: z.array(TableEntry),
  sequences: z.array(SequenceEntry),
  media: z.object({
    files: count,
    bytes: count,
    /** Addresses of the library whose file was not on the disk, at most 100 of them, and how many there are. */
    missing: z.array(z.string()).max(100),
    missing_count: count,
  }),
  entries: z.array(z.object({ name: z.string(), bytes: count, sha256: Sha256 })),
  /** The files of the library in the folder `media` beside the backup, as `id/name`; absent in one made without media. */
  library: z.array(z.object({ name: z.string(), bytes: count, sha256: Sha256 })).optional(),
  /** The issued documents in that folder, as `hash/paper.pdf`; their rows are in the file without the bytes. */
  papers: z.array(z.object({ name: z.string(), bytes: count, sha256: Sha256 })).optional(),
  /** Tables of a later version's schema, which the version that made the backup did not know. */
  unknown_tables: z.array(z.string()).optional(),
  /** The later version whose schema the database had, after the way back to the version that made the backup. */
  schema_version: z.string().optional(),
})
export type Manifest = z.infer<typeof Manifest>
export type LibraryEntry = NonNullable<Manifest['library']>[number]

/** Read before the whole is checked, so that a file of a later format is named as what it is. */
export const ManifestHead = z.object({ format: z.number(), program: z.literal('skillhaat'), version: z.string() })

/** A reason to end, in a sentence for the person at the terminal. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Names the entries: a table is split in parts, so that no whole one is in memory to learn its length. */
export const tablePart = (table: { schema: string; name: string }, part: number) =>
  `database/${table.schema}.${table.name}/${String(part).padStart(6, '0')}.copy.gz`
export const mediaEntry = (mediaId: string, name: string) => `media/${mediaId}/${name}`

const TABLE_PART = /^database\/([a-z_]+)\.(\w+)\/\d{6}\.copy\.gz$/
const MEDIA_ENTRY = /^media\/([A-Za-z0-9_-]{16,64})\/([A-Za-z0-9_-][A-Za-z0-9._-]{0,199})$/

/** The table that an entry is a part of, as `schema.name`. */
export function tableOfEntry(name: string): string | undefined {
  const [, schema, table] = TABLE_PART.exec(name) ?? []
  return schema && table ? `${schema}.${table}` : undefined
}

/** Returns the place of a library file; undefined for every other entry, and for a name that leads out of its folder. */
export function mediaOfEntry(name: string): { mediaId: string; name: string } | undefined {
  const [, mediaId, file] = MEDIA_ENTRY.exec(name) ?? []
  return mediaId && file ? { mediaId, name: file } : undefined
}

/**
 * The last entry and the end of the file: the hash of every byte before them. It is made again when the file is checked
 * and compared byte by byte, so no bit of a backup can change unseen.
 */
export async function tailOf(sha256: string): Promise<Buffer> {
  const pack = tar.pack()
  pack.entry({ name: CHECKSUM, mtime: ENTRY_TIME, mode: ENTRY_MODE }, `${sha256}\n`)
  pack.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of pack as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
