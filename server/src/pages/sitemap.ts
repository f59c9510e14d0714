import { type PageCatalogue, privatePrefixes, publicPaths } from './page-table.ts'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Addresses in one file. The protocol allows 50,000; a smaller file is quicker made, sent and thrown away. */
const MAX_ADDRESSES = 10_000

const document = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`

/**
 * The public addresses, as search engines read them: all of them where they fit into one file, else the list of the files.
 * `part` is one of those, from 1; undefined when there is no such part.
 */
export async function sitemap(
  catalogue: PageCatalogue,
  storeUrl: string,
  part?: number | '',
): Promise<string | undefined> {
  const { total } = await catalogue.cards({ limit: 1 })
  const parts = Math.ceil((publicPaths.length + total) / MAX_ADDRESSES)
  if (!part && parts > 1) {
    const files = Array.from({ length: parts }, (_, index) => `/sitemap-${index + 1}.xml`)
    return document(
      'sitemapindex',
      files.map((path) => `<sitemap><loc>${escaped(storeUrl + path)}</loc></sitemap>`),
    )
  }
  if (part && (parts === 1 || part > parts)) return undefined
  const paths = await pathsOf(catalogue, part || 1)
  return document(
    'urlset',
    paths.map((path) => `<url><loc>${escaped(storeUrl + path)}</loc></url>`),
  )
}

/** The addresses of one file; those that are not a course come first. */
async function pathsOf(catalogue: PageCatalogue, part: number): Promise<string[]> {
  const before = part === 1 ? publicPaths : []
  const offset = part === 1 ? 0 : (part - 1) * MAX_ADDRESSES - publicPaths.length
  const ids = await catalogue.courseIds({ limit: MAX_ADDRESSES - before.length, offset })
  return [...before, ...ids.map((id) => `/course/${encodeURIComponent(id)}`)]
}

const CLOSED = [
  '/api/',
  ...privatePrefixes,
  // Searches have no end; what they find is on pages that have one.
  '/courses?q=',
]

export function robots(storeUrl: string): string {
  return [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${storeUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
