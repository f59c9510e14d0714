import type { IncomingMessage } from 'node:http'

export async function readAll(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the query sorted, each name and value encoded, without the signature. */
export function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
}

export const errorText = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

/** Returns the requested range; 'none' if it has no bytes. */
export function requestedRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  return start > end ? 'none' : { start, end }
}

const PAGE = 100

/** Formats a page of a list like ListObjectsV2, in key order. */
export function listText(objects: ReadonlyMap<string, { bytes: Buffer }>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const shown = keys.slice(0, Math.min(PAGE, Number(query.get('max-keys') ?? PAGE)))
  const more = keys.length > shown.length
  const entries = shown.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
  )
  const token = more ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${entries.join('')}</ListBucketResult>`
}
