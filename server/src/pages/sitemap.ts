import type { PageCatalogue } from './page-table.ts'
import { publicPaths } from './page-table.ts'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** The public addresses, as search engines read them. */
export async function sitemap(catalogue: PageCatalogue, storeUrl: string): Promise<string> {
  const courses = (await catalogue.cards()).map(({ course_id }) => `/course/${encodeURIComponent(course_id)}`)
  const entries = [...publicPaths, ...courses].map((path) => `<url><loc>${escaped(storeUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

const CLOSED = [
  '/api/',
  '/admin',
  '/cart',
  '/checkout',
  '/payment_status',
  '/dashboard',
  '/learn/',
  '/login',
  '/register',
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
