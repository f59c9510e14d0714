import type { Db } from '../context.ts'

/** The mean colour of each of these pictures that has one, by address: what is shown until the picture is there. */
export async function findPictureColours(db: Db, urls: string[]): Promise<Record<string, string>> {
  if (urls.length === 0) return {}
  const rows: { url: string; colour: string }[] = await db('media')
    .select('url', 'colour')
    .whereIn('url', urls)
    .whereNotNull('colour')
  return Object.fromEntries(rows.map(({ url, colour }) => [url, colour]))
}
