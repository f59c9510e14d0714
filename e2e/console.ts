import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Shop } from './shop.ts'

export type Session = { token: string; tokenType: string; email: string }
export type TestFile = { name: string; mimeType: string; buffer: Buffer }

/** The place of the console: the differences between a browser tab and the desktop window. */
export type ConsoleHost = {
  /** Stores a session as a login does. */
  keep(page: Page, session: Session): Promise<void>
  /** Returns the stored session; undefined after a log-out. */
  session(page: Page): Promise<Session | undefined>
  /**
   * Presses a button that opens a file dialog, and picks files in it. Files picked by path have the same modification
   * time each time.
   */
  choose(page: Page, files: TestFile[] | string, button?: string | RegExp): Promise<void>
  /** Drops files on an element, which must be in view. */
  drop(page: Page, target: string, files: TestFile[]): Promise<void>
  /** True if the host finds picked files by itself after the page was closed. */
  findsFiles: boolean
  /** Returns the content of the clipboard. */
  copied(page: Page): Promise<string>
  /** Takes the focus from the page, records system notices and progress from now on, and reloads the page. */
  lookAway(page: Page): Promise<void>
  /** Returns each reported progress of the queue in percent, followed by `!` after a file has failed. */
  progress(page: Page): Promise<string[]>
  /** Returns the shown system notices, each as title and text. */
  notices(page: Page): Promise<string[]>
}

/** Fills the console's login and submits it. */
export async function logInAdmin(page: Page, { email, password }: Shop['owner']): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login as Admin' }).click()
}

/** Logs out by the account's menu. */
export async function logOutAdmin(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

let made = 0

/** Creates an admin with a one-time password. */
export async function newAdmin(shop: Shop, role: string): Promise<Shop['owner']> {
  made += 1
  const email = `${role}-${process.pid}-${Date.now()}-${made}@example.com`
  const { password } = await shop.admin<{ password: string }>('POST', '/admins', { email, role })
  return { email, password }
}

/** Creates an admin who has already chosen a password. */
export async function adminWithPassword(shop: Shop, role: string): Promise<Shop['owner']> {
  const { email, password: once } = await newAdmin(shop, role)
  const login = { email, password: once }
  const { body } = await shop.call<{ access_token: string }>('POST', '/admin/login', { body: login })
  const change = { current_password: once, new_password: 'Barfi-and-chai-at-5' }
  await shop.call('POST', '/admin/change_password', { token: body.access_token, body: change })
  return { email, password: change.new_password }
}

/** The steps that most console tests share. */
export type Console = ConsoleHost & {
  /** Stores an owner's session in the host and opens an address of the console. */
  open(address?: string): Promise<void>
  /** Ends the stored session on the server, as if it had expired; the page does not know yet. */
  endSession(): Promise<void>
}

export function consoleIn(host: ConsoleHost, page: Page, shop: Shop): Console {
  return {
    ...host,
    async open(address = '/admin?tab=courses') {
      const { status, body } = await shop.call<{ access_token: string }>('POST', '/admin/login', { body: shop.owner })
      if (status !== 200) throw new Error(`admin login: ${status} ${JSON.stringify(body)}`)
      await host.keep(page, { token: body.access_token, tokenType: 'bearer', email: shop.owner.email })
      await page.goto(address)
      // An order in the address opens over the console and hides it from screen readers.
      await expect(page.getByRole('navigation', { name: 'Admin', includeHidden: true })).toBeVisible()
    },
    async endSession() {
      const { token = '' } = (await host.session(page)) ?? {}
      const { status } = await shop.call('POST', '/admin/logout', { token })
      if (status !== 204) throw new Error(`admin logout: ${status}`)
    },
  }
}

type Noticed = { noticed: { titles: string[]; notices: string[] } }

/** Writes the files into the test's own folder and returns their paths. */
export async function onDisk(files: TestFile[]): Promise<string[]> {
  const { outputDir } = test.info()
  await mkdir(outputDir, { recursive: true })
  const folder = await mkdtemp(join(outputDir, 'picked-'))
  return Promise.all(
    files.map(async ({ name, buffer }) => {
      await writeFile(join(folder, name), buffer)
      return join(folder, name)
    }),
  )
}

/** A browser tab: the session is in its storage, and it opens its own file dialog. */
export const browserHost: ConsoleHost = {
  findsFiles: false,
  async keep(page, { token, tokenType, email }) {
    // Before the press: a newer headless Chromium refuses to copy without it.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/robots.txt')
    await page.evaluate(
      (entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value)
      },
      Object.entries({
        admin_token: token,
        admin_token_type: tokenType,
        admin_info: JSON.stringify({ email, isAdmin: true }),
      }),
    )
  },
  async session(page) {
    const stored = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('admin')))
    if (stored.length === 0) return undefined
    const { admin_token = '', admin_token_type = '', admin_info = '', ...more } = Object.fromEntries(stored)
    const { email, isAdmin } = JSON.parse(admin_info)
    expect({ isAdmin, more }).toEqual({ isAdmin: true, more: {} })
    return { token: admin_token, tokenType: admin_token_type, email }
  },
  async choose(page, files, button = /^(Choose|Upload) files$/) {
    // Playwright cannot drive the newer file picker.
    await page.evaluate(() => {
      for (const picker of ['showOpenFilePicker', 'showDirectoryPicker']) Reflect.deleteProperty(window, picker)
    })
    const chooser = page.waitForEvent('filechooser')
    const press = page.getByRole('button', { name: button }).or(page.getByRole('menuitem', { name: button }))
    await press.first().click()
    // Files are passed by path: bytes would pass through the page, which is slow on a busy machine.
    await (await chooser).setFiles(typeof files === 'string' ? files : await onDisk(files))
  },
  drop: (page, target, files) => dropFiles(page, target, files),
  copied: (page) => page.evaluate(() => navigator.clipboard.readText()),
  async lookAway(page) {
    await page.addInitScript(() => {
      const noticed = { titles: [] as string[], notices: [] as string[] }
      Object.assign(window, { noticed })
      document.hasFocus = () => false
      // Permission is granted in advance; the headless browser cannot show notices.
      class Notice {
        static permission = 'granted'
        constructor(title: string, { body }: { body: string }) {
          noticed.notices.push(`${title}: ${body}`)
        }
      }
      Object.assign(window, { Notification: Notice })
      addEventListener('DOMContentLoaded', () => {
        new MutationObserver(() => noticed.titles.push(document.title)).observe(document.head, {
          childList: true,
          subtree: true,
        })
      })
    })
    await page.reload()
  },
  async progress(page) {
    const titles = await page.evaluate(() => (window as unknown as Noticed).noticed.titles)
    return titles.map((title) => /^\((\d+%!?)\)/.exec(title)?.[1] ?? 'off')
  },
  notices: (page) => page.evaluate(() => (window as unknown as Noticed).noticed.notices),
}

async function dropFiles(page: Page, target: string, files: TestFile[]): Promise<void> {
  const input = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }))
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const made = new DataTransfer()
    for (const { name, mimeType, bytes } of dropped) {
      made.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
    }
    return made
  }, input)
  const box = await page.locator(target).boundingBox()
  // A little below the middle.
  const at = box ? { clientX: box.x + box.width / 2, clientY: box.y + box.height * 0.6 } : {}
  await page.locator(target).dispatchEvent('dragover', { dataTransfer, ...at })
  await page.locator(target).dispatchEvent('drop', { dataTransfer, ...at })
}
