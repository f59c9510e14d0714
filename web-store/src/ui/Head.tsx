import type { PageHead, PagePicture } from 'contract/page-renderer'
import { createContext, useContext, useEffect } from 'react'
import { useBrand } from '../content/brand.ts'
import { inLanguage } from '../language/language.ts'

type Collected = { head?: PageHead; picture?: PagePicture; fonts?: string[] }

/** On the server this holds what the page said of itself; in the browser there is none. */
export const HeadContext = createContext<Collected | null>(null)

/** The title of a page as tabs and search engines show it. */
const fullTitle = (title: string, shop: string) => (title.includes(shop) ? title : `${title} · ${shop}`)

/**
 * What a page says of itself: title, description, the one path it is known under (none = search engines stay away), picture
 * and structured data (which only the server writes: guard its making with `import.meta.env.SSR`). One per screen.
 */
export function Head(props: PageHead) {
  const { title, description, canonicalPath } = props
  const { name } = useBrand()
  const collected = useContext(HeadContext)
  if (collected) collected.head = { ...props, title: fullTitle(title, name) }
  useEffect(() => {
    document.title = fullTitle(title, name)
    document.querySelector('meta[name=description]')?.setAttribute('content', description ?? '')
    const canonical = document.querySelector('link[rel=canonical]')
    if (canonical && canonicalPath)
      canonical.setAttribute('href', new URL(inLanguage(canonicalPath), location.origin).href)
  }, [title, name, description, canonicalPath])
  return null
}
