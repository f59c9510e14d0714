import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './children.mjs'
import { sourceFiles } from './sources.mjs'

/** Reads the manifest of every feature of the server, as `{ folder, feature }` with the folder's path. */
export function readManifests() {
  const files = sourceFiles('server/src').filter((file) => file.endsWith('/feature.ts'))
  return Promise.all(
    files.map(async (file) => {
      const { default: feature } = await import(pathToFileURL(join(root, file)).href)
      return { folder: file.replace('/feature.ts', ''), feature }
    }),
  )
}
