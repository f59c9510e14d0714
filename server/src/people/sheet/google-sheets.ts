import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'

/** Time for one answer of Google. */
const ANSWER_MS = 20_000
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SHEETS_URL = 'https://sheets.googleapis.com'

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email().max(300),
  private_key: z.string().max(10_000),
})

export type ServiceAccount = { email: string; key: KeyObject }

/** Reads the key file of a service account; undefined for any other text. Its addresses are ignored: the shop calls Google's own. */
export function readServiceAccount(text: string): ServiceAccount | undefined {
  try {
    const { client_email: email, private_key } = KeyFile.parse(JSON.parse(text))
    const key = createPrivateKey(private_key)
    return key.asymmetricKeyType === 'rsa' ? { email, key } : undefined
  } catch {
    return undefined
  }
}

/** A sheet at Google, with a token for it. `base` replaces Google's hosts in tests. */
type Place = { base: string | undefined; token: string; spreadsheetId: string; sheet: string }

/**
 * `done`: Google did it. `refused`: it did not, and `wait` is in seconds where Google names it. `unknown`: the answer is lost or a fault of
 * Google's, so it may have done it.
 */
export type Answer<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; problem: string; wait?: number }
  | { kind: 'unknown'; problem: string }

/** Gets a token for an hour, by a statement that the account's key signs. */
export async function fetchToken(
  base: string | undefined,
  { email, key }: ServiceAccount,
  now: Date,
): Promise<Answer<string>> {
  const issued = Math.floor(now.getTime() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: email, scope: SCOPE, aud: TOKEN_URL, iat: issued, exp: issued + 3600 }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  const assertion = `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  const answer = await call(base ? `${base}/token` : TOKEN_URL, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  })
  if (answer.kind !== 'done') return answer
  const token = z.object({ access_token: z.string().min(1).max(4096) }).safeParse(answer.value)
  if (!token.success) return { kind: 'refused', problem: 'Google sent no token' }
  return { kind: 'done', value: token.data.access_token }
}

/** Appends rows as they are: a cell that begins with `=` is text. */
export function appendRows(place: Place, rows: readonly (string | number)[][]): Promise<Answer<unknown>> {
  const query = 'valueInputOption=RAW&insertDataOption=INSERT_ROWS'
  return call(`${rangeUrl(place, 'A1')}:append?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${place.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ majorDimension: 'ROWS', values: rows }),
  })
}

const Values = z.object({ values: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))).default([]) })

/** Returns the texts of the first column. */
export async function readFirstColumn(place: Place): Promise<Answer<string[]>> {
  const answer = await call(`${rangeUrl(place, 'A:A')}?majorDimension=COLUMNS`, {
    headers: { authorization: `Bearer ${place.token}` },
  })
  if (answer.kind !== 'done') return answer
  const read = Values.safeParse(answer.value)
  if (!read.success) return { kind: 'unknown', problem: 'Google sent no values' }
  return { kind: 'done', value: (read.data.values[0] ?? []).map(String) }
}

function rangeUrl({ base, spreadsheetId, sheet }: Place, cells: string): string {
  const range = `'${sheet.replaceAll("'", "''")}'!${cells}`
  return `${base ?? SHEETS_URL}/v4/spreadsheets/${spreadsheetId}/values/${encodeURIComponent(range)}`
}

const Fault = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

async function call(url: string, init: RequestInit): Promise<Answer<unknown>> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
    const text = await answer.text()
    if (answer.ok) return { kind: 'done', value: JSON.parse(text) }
    if (answer.status >= 500) return { kind: 'unknown', problem: `Google answered ${answer.status}` }
    const after = answer.headers.get('retry-after') ?? ''
    return {
      kind: 'refused',
      problem: problemOf(answer.status, text),
      ...(/^\d{1,6}$/.test(after) && { wait: Number(after) }),
    }
  } catch (error) {
    return { kind: 'unknown', problem: `Google did not answer (${error instanceof Error ? error.name : 'fault'})` }
  }
}

function problemOf(status: number, text: string): string {
  if (status === 429) return 'Google takes no more rows at the moment. The shop tries again by itself.'
  if (status === 404) return 'Google has no spreadsheet of this address.'
  const shown = messageOf(text).slice(0, 200)
  if (/Unable to parse range/i.test(shown)) return 'The spreadsheet has no sheet of this name.'
  if (status === 403) return `Share the spreadsheet with the service account as editor. Google says: ${shown}`
  if (/invalid_grant|invalid_client/.test(shown) || status === 401)
    return 'Google does not accept the key. Make a new key file for the service account, and save it here.'
  return `Google answered ${status}: ${shown}`
}

function messageOf(text: string): string {
  try {
    const { error } = Fault.parse(JSON.parse(text))
    return typeof error === 'string' ? error : error.message
  } catch {
    return 'no reason'
  }
}
