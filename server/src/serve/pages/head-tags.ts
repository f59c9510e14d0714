import { addressIn, type Language, languages } from 'contract/languages'
import type { PageHead } from 'contract/page-renderer'
import { SHARE_HEIGHT, SHARE_WIDTH, SHOP_SHARE_PATH } from 'contract/share-picture'
import { shopDefaults } from 'contract/shop/defaults'
import { escapeHtml } from '../../platform/net/escape-html.ts'
import { pageAt } from './page-table.ts'

export const attribute = (name: string, value: string) => `${name}="${escapeHtml(value)}"`

/** JSON for a script element that holds data: `<` could end the element, the two separators end lines in old readers. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A root-relative address on the store's public origin; others as they are. */
const absolute = (address: string, storeUrl: string) =>
  address.startsWith('/') && !address.startsWith('//') ? `${storeUrl}${address}` : address

const isPage = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://store.invalid')
  return pageAt(pathname, searchParams) !== undefined
}

function withAbsoluteAddresses(value: unknown, storeUrl: string, language: Language): unknown {
  if (typeof value === 'string') {
    if (!/^\/(?!\/)/.test(value)) return value
    return absolute(isPage(value) ? addressIn(language, value) : value, storeUrl)
  }
  if (Array.isArray(value)) return value.map((entry) => withAbsoluteAddresses(entry, storeUrl, language))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withAbsoluteAddresses(entry, storeUrl, language)]),
  )
}

/** Languages as Open Graph writes them: `hi_IN`. */
const openGraph = (language: Language) => languages[language].tag.replace('-', '_')

/** Lists a page's address in every language, and the default: search engines require each to name all. */
export function alternates(path: string, storeUrl: string, all: readonly Language[]): [tag: string, address: string][] {
  if (all.length < 2) return []
  const addresses = all.map((language): [string, string] => [
    languages[language].tag,
    absolute(addressIn(language, path), storeUrl),
  ])
  return [...addresses, ['x-default', absolute(path, storeUrl)]]
}

const inOrder = (some: readonly Language[]) =>
  (Object.keys(languages) as Language[]).filter((language) => some.includes(language))

type Shown = { site?: string | undefined; language?: Language; others?: readonly Language[] }

/** Title, description, canonical address, other languages, Open Graph and structured data. `storeUrl` has no slash at its end. */
export function headTags(head: PageHead, storeUrl: string, shown: Shown = {}): string {
  const { site = shopDefaults.brand.name, language = 'en', others = [] } = shown
  const {
    title,
    description = '',
    canonicalPath,
    image = SHOP_SHARE_PATH,
    type = 'website',
    structuredData = [],
  } = head
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`
  const tags = [`<title>${escapeHtml(title)}</title>`, ...(description ? [meta('description', description)] : [])]
  if (canonicalPath === undefined) tags.push(meta('robots', 'noindex'))
  else {
    const address = absolute(addressIn(language, canonicalPath), storeUrl)
    const inOthers = alternates(canonicalPath, storeUrl, inOrder([language, ...others]))
    tags.push(
      `<link rel="canonical" href="${escapeHtml(address)}">`,
      ...inOthers.map(
        ([tag, there]) => `<link rel="alternate" ${attribute('hreflang', tag)} ${attribute('href', there)}>`,
      ),
      property('og:url', address),
      property('og:site_name', site),
      property('og:locale', openGraph(language)),
      ...others.map((other) => property('og:locale:alternate', openGraph(other))),
      property('og:type', type),
      property('og:title', title),
      ...(description ? [property('og:description', description)] : []),
    )
    tags.push(
      property('og:image', absolute(image, storeUrl)),
      property('og:image:type', 'image/jpeg'),
      property('og:image:width', String(SHARE_WIDTH)),
      property('og:image:height', String(SHARE_HEIGHT)),
      property('og:image:alt', title),
      meta('twitter:card', 'summary_large_image'),
    )
  }
  for (const entry of structuredData) {
    const data = scriptJson(withAbsoluteAddresses(entry, storeUrl, language))
    tags.push(`<script type="application/ld+json">${data}</script>`)
  }
  return tags.join('\n')
}
