import type { PageHead, PagePicture } from 'contract/page-renderer'
import { createContext, useContext, useEffect } from 'react'
import { useBrand } from '../content/brand.ts'
import { inLanguage } from '../language/language.ts'

type Collected = { head?: PageHead; picture?: PagePicture; fonts?: string[] }

/** Collects the page's head on the server; null in the browser. */
export const HeadContext = createContext<Collected | null>(null)

/** Returns the title of a page for tabs and search engines. */
const fullTitle = (title: string, shop: string) => (title.includes(shop) ? title : `${title} · ${shop}`)

/**
 * Sets the head of a page: title, description, its canonical path (none = excluded from search engines), image and
 * structured data (only on the server: guard it with `import.meta.env.SSR`). One per screen.
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
