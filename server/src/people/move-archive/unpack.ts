import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse'
import type { Files } from '../../platform/files/files.ts'
import type { UnpackAnswer, UnpackRequest } from './unpack-process.ts'

const PROGRAM = fileURLToPath(new URL('./unpack-process.ts', import.meta.url))
const MEGABYTES = 512
const RESIDENT_MEGABYTES = 1_024
/** A course or the settings, which are read whole. */
const MAX_JSON_BYTES = 20 * 1024 ** 2
const MAX_TABLE_BYTES = 4 * 1024 ** 3

/** The archive cannot be brought, in a sentence for the owner. */
export class ArchiveRefusal extends Error {}

/** A row of a table by its headings. */
export type Row = Record<string, string>

/** Rows of one transaction. */
const BATCH = 500

export type OpenArchive = {
  /** Bytes of each entry by its name. */
  entries: ReadonlyMap<string, number>
  /** Unpacks an entry to a new file while `work` runs. */
  useFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T>
  json(name: string): Promise<unknown>
  /** Reads the rows of a table, by their headings. */
  rows(name: string): AsyncGenerator<Row>
  close(): void
}

/** Opens a ZIP in a process of its own, with bounded memory and none of our settings. Throws `ArchiveRefusal`. */
export async function openArchive(files: Pick<Files, 'tempPath'>, path: string): Promise<OpenArchive> {
  const child = fork(PROGRAM, [String(RESIDENT_MEGABYTES)], {
    env: {},
    execArgv: [`--max-old-space-size=${MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    const opened = await requestUnpack(child, { open: path })
    if (!('entries' in opened)) throw new ArchiveRefusal('The archive cannot be read')
    const entries = new Map(opened.entries)
    const useFile = async <T>(name: string, work: (path: string) => Promise<T>, most = Number.MAX_SAFE_INTEGER) => {
      const to = files.tempPath()
      try {
        await requestUnpack(child, { entry: name, to, most })
        return await work(to)
      } finally {
        await rm(to, { force: true })
      }
    }
    return {
      entries,
      useFile,
      json: async (name) => {
        const text = await useFile(name, (path) => readFile(path, 'utf8'), MAX_JSON_BYTES)
        try {
          return JSON.parse(text)
        } catch {
          throw new ArchiveRefusal(`${name} is no JSON`)
        }
      },
      async *rows(name) {
        if (!entries.has(name)) return
        const to = files.tempPath()
        try {
          await requestUnpack(child, { entry: name, to, most: MAX_TABLE_BYTES })
          const records = createReadStream(to).pipe(
            parse({ bom: true, columns: true, max_record_size: MAX_JSON_BYTES }),
          )
          for await (const row of records as AsyncIterable<Row>) yield withoutGuard(row)
        } finally {
          await rm(to, { force: true })
        }
      },
      close: () => child.kill('SIGKILL'),
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** Takes the apostrophe before what a spreadsheet would run. */
const withoutGuard = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '')]),
  )

async function requestUnpack(child: ChildProcess, request: UnpackRequest): Promise<UnpackAnswer> {
  const over = new AbortController()
  const answered = once(child, 'message', { signal: over.signal })
  const ended = once(child, 'exit', { signal: over.signal }).then(() => [
    { refused: 'The archive takes too much memory to read' },
  ])
  child.send(request, () => {})
  try {
    const [answer] = (await Promise.race([answered, ended])) as [UnpackAnswer]
    if ('refused' in answer) throw new ArchiveRefusal(answer.refused)
    return answer
  } finally {
    for (const waiting of [answered, ended]) waiting.catch(() => {})
    over.abort()
  }
}

/** Brings what is made of the rows, some at a time; undefined leaves a row out. */
export async function inBatches<Item>(
  rows: AsyncIterable<Row>,
  bring: (items: Item[]) => Promise<void>,
  itemOf: (row: Row) => Item | undefined,
): Promise<void> {
  let batch: Item[] = []
  for await (const row of rows) {
    const item = itemOf(row)
    if (item !== undefined) batch.push(item)
    if (batch.length < BATCH) continue
    await bring(batch)
    batch = []
  }
  if (batch.length > 0) await bring(batch)
}
