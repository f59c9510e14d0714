import { INCOMPLETE_EXPORT } from 'contract/errors'
import type { adminClient } from '../host/admin-api.ts'

export type ExportTable = Exclude<keyof typeof adminClient.exports, 'gstr1'>
export type ExportInput<Table extends ExportTable> = Parameters<(typeof adminClient.exports)[Table]>[0]

/** Tells spreadsheets the encoding; reading an answer as text removes it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Makes a file of what a call answered. Throws for one that ends early. */
export async function fileOf(answer: unknown): Promise<Blob> {
  const file = answer instanceof Blob ? answer : new Blob([BYTE_ORDER_MARK, String(answer)], { type: 'text/csv' })
  if ((await file.slice(-200).text()).includes(INCOMPLETE_EXPORT)) throw new Error('The file is incomplete')
  return file
}

/** Returns true if a file has no rows but its heads; for JSON: no documents of a GSTR-1. */
export async function hasNoRows(file: Blob): Promise<boolean> {
  if (file.type.startsWith('application/json')) return !('doc_issue' in JSON.parse(await file.text()))
  const start = await file.slice(0, 4096).text()
  return !start.trimEnd().includes('\n')
}
