import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

/**
 * Lists the files of the built page at the start. Requests look up this list and never become a path, so no `..`,
 * encoding or link leaves the bundle.
 */
export function bundleFiles(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [`/${relative(folder, path).split(sep).join('/')}`, path]
    }),
  )
  return {
    paths: () => [...files.keys()],
    async read(path: string): Promise<{ type: string; bytes: Buffer } | undefined> {
      const file = files.get(path)
      if (!file) return undefined
      return { type: types[extname(file)] ?? 'application/octet-stream', bytes: await readFile(file) }
    },
  }
}

export type BundleFiles = ReturnType<typeof bundleFiles>
