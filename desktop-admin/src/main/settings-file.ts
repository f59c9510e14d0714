import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { z } from 'zod'

/**
 * Manages a small JSON file in the app's own folder. A file that does not parse or fit its schema counts as absent: it
 * must never prevent a start. Writes a new file beside the old one, then renames it.
 */
export function jsonFile<T>(path: string, schema: z.ZodType<T>) {
  const write = (value: T): void => {
    mkdirSync(dirname(path), { recursive: true })
    const draft = `${path}.new`
    writeFileSync(draft, JSON.stringify(value), { mode: 0o600 })
    renameSync(draft, path)
  }
  return {
    read(): T | undefined {
      try {
        return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
      } catch {
        return undefined
      }
    },
    write,
    /** Writes optional data: a full disk only logs a line. */
    keep(value: T): void {
      try {
        write(value)
      } catch (error) {
        console.warn(`${basename(path)} could not be written: ${(error as Error).message}`)
      }
    },
  }
}
