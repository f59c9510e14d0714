import { readPlainText } from './text.ts'

export type RecordsQuestion = { path: string; fields: readonly string[]; most: number }
export type ForeignRecord = Record<string, string>

/** Characters of one field, beyond which it is none. */
const LONGEST = 20_000

/**
 * Reads a JSON file of one record or a list of them: of each the named fields as text, also where the record lies in a field `Data` or
 * `result`. Answers what is wrong with a file that is no such list, or has more than `most`.
 */
export async function readRecords({ path, fields, most }: RecordsQuestion): Promise<ForeignRecord[] | string> {
  const text = await readPlainText(path)
  const found = text === undefined ? undefined : parsed(text)
  const list = Array.isArray(found) ? found : isObject(found) ? listIn(found) : undefined
  if (!list) return 'This file is no JSON of records. Upload the file as the portal gave it'
  if (list.length > most) return `The file has more than ${most} records. Split it into several.`
  return list.map((record) => textsOf(record, fields))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** A list in a field of a file, else the file as its one record. */
const listIn = (file: Record<string, unknown>): unknown[] => Object.values(file).find(Array.isArray) ?? [file]

function textsOf(record: unknown, fields: readonly string[]): ForeignRecord {
  if (!isObject(record)) return {}
  const within = record.Data ?? record.data ?? record.result
  const inner = typeof within === 'string' ? parsed(within) : within
  const all = { ...record, ...(isObject(inner) ? inner : {}) }
  const texts = fields.flatMap((field) => {
    const value = all[field]
    const text = isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value ?? '').trim()
    return text === '' || text.length > LONGEST ? [] : [[field, text] as const]
  })
  return Object.fromEntries(texts)
}
