import type { MediaItem } from '../media.queries.ts'

/** A spreadsheet would take what begins so for a formula. */
const cell = (value: unknown): string => {
  const text = String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The files as CSV, each with its whole address and how often it is used. */
export function fileList(items: readonly MediaItem[], addressOf: (item: MediaItem) => string): string {
  const head = ['name', 'kind', 'folder', 'bytes', 'buyers_only', 'used_in', 'address']
  const rows = items.map((item) => {
    const { name, kind, folder, bytes, paid, used_in } = item
    return [name, kind, folder, bytes, paid ? 'yes' : 'no', used_in.length, addressOf(item)]
  })
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
