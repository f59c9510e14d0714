import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { z } from 'zod'

/**
 * A small JSON file below the app's own folder. What does not parse, or no longer fits its schema, counts as absent: a
 * damaged file must never keep the app from starting. Written whole beside the old one, then renamed.
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
    /** Writes what the app can do without: a disk that is full is no more than a line of the log. */
    keep(value: T): void {
      try {
        write(value)
      } catch (error) {
        console.warn(`${basename(path)} could not be written: ${(error as Error).message}`)
      }
    },
  }
}
