import { addressIn, type Language } from 'contract/languages'
import { escapeHtml } from '../net/escape-html.ts'
import { alternates } from './head-tags.ts'
import { type PageCatalogue, privatePrefixes, publicPaths } from './page-table.ts'

/** Addresses in one file. The protocol allows 50,000; a smaller file is quicker made, sent and thrown away. */
const MAX_ADDRESSES = 10_000

const document = (root: string, entries: string[], more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${more}>\n${entries.join('\n')}\n</${root}>\n`

/**
 * The public addresses, as search engines read them: all of them where they fit into one file, else the list of the files.
 * `part` is one of those, from 1; undefined when there is no such part. Each page is there in every language, and names the others.
 */
export async function sitemap(
  catalogue: PageCatalogue,
  storeUrl: string,
  all: readonly Language[],
  part?: number | '',
): Promise<string | undefined> {
  const { total } = await catalogue.cards({ limit: 1 })
  const pages = Math.floor(MAX_ADDRESSES / all.length)
  const parts = Math.ceil((publicPaths.length + total) / pages)
  if (!part && parts > 1) {
    const files = Array.from({ length: parts }, (_, index) => `/sitemap-${index + 1}.xml`)
    return document(
      'sitemapindex',
      files.map((path) => `<sitemap><loc>${escapeHtml(storeUrl + path)}</loc></sitemap>`),
    )
  }
  if (part && (parts === 1 || part > parts)) return undefined
  const paths = await pathsOf(catalogue, part || 1, pages)
  const entries = paths.flatMap((path) => {
    const links = alternates(path, storeUrl, all).map(
      ([tag, address]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeHtml(address)}"/>`,
    )
    return all.map(
      (language) => `<url><loc>${escapeHtml(storeUrl + addressIn(language, path))}</loc>${links.join('')}</url>`,
    )
  })
  return document('urlset', entries, all.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '')
}

/** The addresses of one file; those that are not a course come first. */
async function pathsOf(catalogue: PageCatalogue, part: number, pages: number): Promise<string[]> {
  const before = part === 1 ? publicPaths : []
  const offset = part === 1 ? 0 : (part - 1) * pages - publicPaths.length
  const ids = await catalogue.courseIds({ limit: pages - before.length, offset })
  return [...before, ...ids.map((id) => `/course/${encodeURIComponent(id)}`)]
}

const CLOSED = [
  ...privatePrefixes,
  // Searches have no end; what they find is on pages that have one.
  '/courses?q=',
]

export function robots(storeUrl: string, all: readonly Language[]): string {
  const closed = all.flatMap((language) => CLOSED.map((path) => addressIn(language, path)))
  return [
    'User-agent: *',
    ...['/api/', ...closed].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${storeUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
