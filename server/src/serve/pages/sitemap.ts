import { addressIn, type Language } from 'contract/languages'
import { escapeHtml } from '../../platform/net/escape-html.ts'
import { alternates } from './head-tags.ts'
import { type PageCatalogue, privatePrefixes, publicPaths } from './page-table.ts'

/** Addresses in one file. The protocol allows 50,000; a smaller file is quicker made, sent and thrown away. */
const MAX_ADDRESSES = 1_000

const document = (root: string, entries: string[], more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${more}>\n${entries.join('\n')}\n</${root}>\n`

type Page = { path: string; changed?: string; undivided?: true | undefined }

const lastmod = ({ changed }: Pick<Page, 'changed'>) => (changed ? `<lastmod>${changed}</lastmod>` : '')

/**
 * The public addresses, as search engines read them: all of them where they fit into one file, else the list of the files.
 * `part` is one of those, from 1; undefined when there is no such part. Each page is there in every language, and names the others, but for one whose address is that of all languages. A course
 * says when it or its lessons last changed.
 */
export async function sitemap(
  catalogue: PageCatalogue,
  storeUrl: string,
  all: readonly Language[],
  part?: number | '',
): Promise<string | undefined> {
  const courses = (await catalogue.addresses()).map(({ course_id, changed_at }) => ({
    path: `/course/${encodeURIComponent(course_id)}`,
    changed: new Date(changed_at).toISOString(),
  }))
  const own = ((await catalogue.own?.list()) ?? []).map(({ path, changed_at, undivided }) => ({
    path,
    undivided,
    changed: new Date(changed_at).toISOString(),
  }))
  const screens = publicPaths.filter((path) => !own.some((page) => page.path === path)).map((path) => ({ path }))
  const pages: Page[] = [...screens, ...own, ...courses]
  const inOne = Math.floor(MAX_ADDRESSES / all.length)
  const parts = Math.ceil(pages.length / inOne)
  const pagesOf = (number: number) => pages.slice((number - 1) * inOne, number * inOne)
  if (!part && parts > 1) {
    const files = Array.from({ length: parts }, (_, index) => {
      const changed = pagesOf(index + 1).reduce(
        (last, page) => (page.changed && page.changed > last ? page.changed : last),
        '',
      )
      return `<sitemap><loc>${escapeHtml(`${storeUrl}/sitemap-${index + 1}.xml`)}</loc>${lastmod({ changed })}</sitemap>`
    })
    return document('sitemapindex', files)
  }
  if (part && (parts === 1 || part > parts)) return undefined
  const entries = pagesOf(part || 1).flatMap((page) => {
    const spoken = page.undivided ? all.slice(0, 1) : all
    const links = alternates(page.path, storeUrl, spoken).map(
      ([tag, address]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeHtml(address)}"/>`,
    )
    return spoken.map(
      (language) =>
        `<url><loc>${escapeHtml(storeUrl + addressIn(language, page.path))}</loc>${lastmod(page)}${links.join('')}</url>`,
    )
  })
  return document('urlset', entries, all.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '')
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
