import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FiltersEngine, Request, type RequestType } from '@ghostery/adblocker'

/** Folders of the lists in Debian's packages of uBlock Origin. */
const FOLDERS = [
  '/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/uBlock0@raymondhill.net/assets',
  '/usr/share/chromium/extensions/ublock-origin/assets',
]

/** The folder of the lists; undefined on a machine without them. */
export const blockerLists = FOLDERS.find((folder) => existsSync(folder))

export type Refused = (path: string, type: RequestType) => string | undefined

/** Returns what names the rule that refuses a request of a page of the shop; undefined for one that passes. */
export async function contentBlocker(folder: string): Promise<Refused> {
  const files = ['ublock', 'thirdparties/easylist'].map(async (part) =>
    (await readdir(join(folder, part)))
      .filter((name) => /^(?:easy|filters|privacy|badware|quick-fixes|unbreak).*\.txt$/.test(name))
      .map((name) => join(folder, part, name)),
  )
  const lists = await Promise.all((await Promise.all(files)).flat().map((path) => readFile(path, 'utf8')))
  const engine = FiltersEngine.parse(lists.join('\n'), { debug: true })
  return (path, type) => {
    const shop = 'https://shop.example'
    const { match, filter } = engine.match(
      Request.fromRawDetails({ url: `${shop}${path}`, sourceUrl: `${shop}/`, type }),
    )
    return match ? String(filter?.rawLine ?? filter) : undefined
  }
}
