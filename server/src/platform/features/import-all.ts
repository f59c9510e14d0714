import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Module = Record<string, unknown>

/**
 * Imports every source that fits a pattern, seen from a folder, tests apart, in the order of their paths: so a feature is found by its
 * files. Called as `await importAll('PATTERN', import.meta.dirname)`, which `server/build.ts` replaces with one import per file.
 */
export async function importAll(pattern: string, folder: string): Promise<Module[]> {
  const files = globSync(pattern, { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  return Promise.all(files.sort().map((file) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)))
}
