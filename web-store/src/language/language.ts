import { addressIn, type Language, languagePath } from 'contract/languages'

/**
 * The language of this build, inserted by the build: tests, development and the desktop app know only English. It is
 * parsed at run time, because a bundler would evaluate a constant before translation.
 */
export const language: Language = JSON.parse('"en"')

/** The prefix of every address in this build: empty in English, else `/hi`. The router adds it by itself. */
export const languageBase: string = languagePath(language)

/** Returns an address of the store in the language of this build, for links outside the router. */
export const inLanguage = (path: string): string => addressIn(language, path)

/** Returns the path without the prefix of this build, as screens and routes use it; unchanged for another language. */
export const withoutLanguage = (pathname: string): string =>
  `${pathname}/`.startsWith(`${languageBase}/`) ? pathname.slice(languageBase.length) || '/' : pathname
