import { type Language, languagePath, languages, readLanguage, type Translation } from 'contract/languages'
import type { PageRenderer } from 'contract/page-renderer'
import { type ReadyAnswer, readyAnswer } from '../../platform/net/ready-answer.ts'
import { createDocuments, type Documents, type KnownByServer } from './document.ts'

export const HTML = 'text/html; charset=utf-8'

/** All by which pages are made in one language. */
export type PageLanguage = {
  language: Language
  renderer: PageRenderer
  documents: Documents
  /** The shell of any screen, for when nothing is to be had but what lies ready. */
  shell: ReadyAnswer
  /** The same for a screen of one person, which leads to the chosen language. */
  ownShell: ReadyAnswer
}

type Options = KnownByServer & {
  renderer: PageRenderer
  translated?: Partial<Record<Translation, PageRenderer>>
  clientDir: string
}

/** The languages that the store was built in, English first. */
export function pageLanguages(options: Options, storeUrl: string): Map<Language, PageLanguage> {
  const renderers = { en: options.renderer, ...options.translated }
  const all = (Object.keys(languages) as Language[]).filter((language) => renderers[language])
  return new Map(
    all.flatMap((language) => {
      const renderer = renderers[language]
      if (!renderer) return []
      const others = all.filter((other) => other !== language)
      const documents = createDocuments(options.clientDir, storeUrl, { ...options, language, others })
      const shell = readyAnswer(HTML, documents.shell([], { tax: 'unknown' }))
      const ownShell = readyAnswer(HTML, documents.shell([], { tax: 'unknown' }, true))
      return [[language, { language, renderer, documents, shell, ownShell }] as const]
    }),
  )
}

export type Address = { language: Language; pathname: string; searchParams: URLSearchParams }

/** The language, the path without it and without slashes at its end, and the query. */
export function addressOf(address: string): Address {
  const [whole = '/', ...query] = address.split('?')
  const { language, path } = readLanguage(whole)
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return { language, pathname: path.slice(0, end) || '/', searchParams: new URLSearchParams(query.join('?')) }
}

/** Returns the redirect target of an address that is not its own: the console is English, and a home page has no slash at its end. */
export function betterAddress(address: string, { language, pathname, searchParams }: Address): string | undefined {
  if (language === 'en') return undefined
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  if (/^\/admin(\/|$)/.test(pathname)) return pathname + search
  return pathname === '/' && /^[^?]+\/(\?|$)/.test(address) ? languagePath(language) + search : undefined
}
