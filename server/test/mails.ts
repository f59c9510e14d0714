import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'

/** Returns the sources of the emails to this address, oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(`-${address}.eml`)).sort()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

/** Returns the newest email to the address with this text in its source, once the jobs have written it. */
export function awaitMail(dataDir: string, address: string, words: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const found = (await mailsTo(dataDir, address)).findLast((source) => source.includes(words))
      if (!found) throw new Error(`No mail to ${address} with "${words}"`)
      return found
    },
    { timeout: 45_000, interval: 50 },
  )
}

/** Returns the password on a line of its own. */
export function passwordIn(mail: string): string {
  const password = /\r?\n\r?\n(\S{12,})\r?\n\r?\n/.exec(mail)?.[1]
  if (!password) throw new Error('No password in the mail')
  return password
}

/** Returns the plain text of a mail, whose source is quoted-printable. */
export function textOf(mail: string): string {
  const [, body = ''] = /Content-Type: text\/plain[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(mail) ?? []
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
