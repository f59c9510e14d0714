import { readFile, writeFile } from 'node:fs/promises'
import type { Page, Request, TestInfo } from '@playwright/test'
import type { Shop } from './shop.ts'

export const art = (name: string) => readFile(new URL(`../tools/demo/art/${name}`, import.meta.url))

export const MEDIA = '/admin?tab=media'

/** Returns a unique video file of that many bytes. */
export async function film(name: string, bytes = 200_000) {
  const noise = Buffer.alloc(bytes, name)
  return { name, mimeType: 'video/mp4', buffer: Buffer.concat([await art('reel-hooks.mp4'), noise]) }
}

/** A timeout for uploads of several megabytes in slow steps. */
export const PATIENT = { timeout: 150_000 }
export const queue = (page: Page) => page.getByRole('region', { name: 'Upload queue' })
export const row = (page: Page, name: string) => queue(page).getByRole('listitem').filter({ hasText: name })
export const card = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Media Library' }).getByRole('row').filter({ hasText: name })

/** Opens the menu of a file, and presses one of its entries. */
export async function inMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The address of a stored file. */
export async function addressOf(shop: Shop, name: string): Promise<string> {
  const [stored] = await shop.query<{ url: string }>('select url from media where name = $1', [name])
  return stored?.url ?? ''
}

const isPiece = (request: Request) => request.method() === 'PATCH'

/**
 * Lets the first chunk of each upload pass unless `all`, and holds the others until the returned function is called.
 */
export async function holdPieces(page: Page, { all = false } = {}): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  const begun = new Set<string>()
  await page.route('**/api/admin/media/uploads/*', async (route) => {
    const request = route.request()
    if (isPiece(request) && (all || begun.has(request.url()))) await released.promise
    if (isPiece(request)) begun.add(request.url())
    // A paused request is already gone.
    await route.continue().catch(() => {})
  })
  return released.resolve
}

/** Writes a video of several chunks to disk, so that it has the same modification time in each file dialog. */
export async function filmOnDisk(info: TestInfo, name: string): Promise<string> {
  const path = info.outputPath(name)
  await writeFile(path, (await film(name, 30_000_000)).buffer)
  return path
}

/** Drops a folder of the disk on an element, with the browser's own drag events. */
export async function dropFolder(page: Page, target: string, folder: string): Promise<void> {
  const box = await page.locator(target).boundingBox()
  if (!box) throw new Error(`${target} is not in view`)
  const hand = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 300) / 2 }
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  // A hand keeps moving: the second event hits the drop zone that the first one opened.
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
    await hand.send('Input.dispatchDragEvent', { type, ...at, data })
  }
}
