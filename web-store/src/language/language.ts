import { addressIn, type Language, languagePath } from 'contract/languages'

/**
 * The language of this build, which the build writes here: tests, development and the desktop app know only English. It is parsed, for what a
 * bundler knows of a constant it works out before there are languages.
 */
export const language: Language = JSON.parse('"en"')

/** What stands before every address of this build: nothing in English, else `/hi`. The router adds it by itself. */
export const languageBase: string = languagePath(language)

/** An address of the store in the language of this build, for what does not go through the router. */
export const inLanguage = (path: string): string => addressIn(language, path)

/** The path without the language of this build, as screens and routes have it; whole where it is of another one. */
export const withoutLanguage = (pathname: string): string =>
  `${pathname}/`.startsWith(`${languageBase}/`) ? pathname.slice(languageBase.length) || '/' : pathname
