import { INCOMPLETE_EXPORT } from 'contract/errors'
import { adminClient } from '../host/admin-api.ts'

export type ExportTable = Exclude<keyof typeof adminClient.exports, 'gstr1'>
export type ExportInput<Table extends ExportTable> = Parameters<(typeof adminClient.exports)[Table]>[0]

/** Tells spreadsheets the encoding; reading an answer as text removes it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The rows of a table as CSV. Throws what the call throws, and for a file that ends early. */
export async function exportTable<Table extends ExportTable>(table: Table, input: ExportInput<Table>): Promise<Blob> {
  const call = adminClient.exports[table] as unknown as (input: ExportInput<Table>) => Promise<unknown>
  const answer = await call(input)
  const file = answer instanceof Blob ? answer : new Blob([BYTE_ORDER_MARK, String(answer)], { type: 'text/csv' })
  if ((await file.slice(-200).text()).includes(INCOMPLETE_EXPORT)) throw new Error('The export is incomplete')
  return file
}

/** Returns true if a file has no rows but its heads; for JSON: no documents of a GSTR-1. */
export async function hasNoRows(file: Blob): Promise<boolean> {
  if (file.type.startsWith('application/json')) return !('doc_issue' in JSON.parse(await file.text()))
  const start = await file.slice(0, 4096).text()
  return !start.trimEnd().includes('\n')
}
