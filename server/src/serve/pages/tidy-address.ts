import { addressIn } from 'contract/languages'
import { UNSEEN } from 'contract/typed-keys'
import type { Address } from './page-languages.ts'
import { isPrivatePath, type Page, type PageCatalogue, pageAt } from './page-table.ts'

/** Signs that people write after an address, and chats around it: `…/course/reels.`, `*bold*`, a danda, a quote. */
const AFTER = /[^\p{L}\p{M}\p{N}/-]+$/u

/** Spells a path without the signs after it; undefined for one that no browser decodes. */
function withoutSigns(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname).normalize('NFKC').replace(UNSEEN, '').replace(AFTER, '').replace(/\/+$/, '')
  } catch {
    return undefined
  }
}

/**
 * Finds where a pasted address was to lead: the same path without the signs after it, or in small letters. Returns the target of a redirect,
 * or undefined where the address has a page of its own, or the tidied one has none either.
 */
export async function tidiedPage(
  { language, pathname, searchParams }: Address,
  page: Page | undefined,
  catalogue: PageCatalogue,
): Promise<string | undefined> {
  const tidy = withoutSigns(pathname)
  if (!tidy) return undefined
  const paths = [...new Set([tidy, tidy.toLowerCase()])].map(encodeURI).filter((path) => path !== pathname)
  if (paths.length === 0) return undefined
  if (page && (!page.exists || (await page.exists(catalogue)))) return undefined
  const leads = async (path: string) => {
    const better = pageAt(path, searchParams)
    return better ? !better.exists || better.exists(catalogue) : isPrivatePath(path)
  }
  for (const path of paths)
    if (await leads(path)) return addressIn(language, path) + (searchParams.size > 0 ? `?${searchParams}` : '')
  return undefined
}
