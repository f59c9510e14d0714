import { readFile, writeFile } from 'node:fs/promises'
import type { Page, Request, TestInfo } from '@playwright/test'

export const art = (name: string) => readFile(new URL(`../tools/demo/art/${name}`, import.meta.url))

export const MEDIA = '/admin?tab=media'

/** A film of that many bytes, unlike any other. */
export async function film(name: string, bytes = 200_000) {
  const noise = Buffer.alloc(bytes, name)
  return { name, mimeType: 'video/mp4', buffer: Buffer.concat([await art('reel-hooks.mp4'), noise]) }
}

/** Pieces of several megabytes that the test looks at on their way take their time. */
export const PATIENT = { timeout: 60_000 }
export const queue = (page: Page) => page.getByRole('region', { name: 'Upload queue' })
export const row = (page: Page, name: string) => queue(page).getByRole('listitem').filter({ hasText: name })
export const card = (page: Page, name: string) => page.getByRole('article', { name })

const isPiece = (request: Request) => request.method() === 'PATCH'

/** Lets the first piece of each upload through unless told, and holds the others until the function that comes back is called. */
export async function holdPieces(page: Page, { all = false } = {}): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  const begun = new Set<string>()
  await page.route('**/api/admin/media/uploads/*', async (route) => {
    const request = route.request()
    if (isPiece(request) && (all || begun.has(request.url()))) await released.promise
    if (isPiece(request)) begun.add(request.url())
    // One that was paused meanwhile is gone.
    await route.continue().catch(() => {})
  })
  return released.resolve
}

/** A film of several pieces on the disk, so that it is of the same age whenever it is chosen. */
export async function filmOnDisk(info: TestInfo, name: string): Promise<string> {
  const path = info.outputPath(name)
  await writeFile(path, (await film(name, 30_000_000)).buffer)
  return path
}
