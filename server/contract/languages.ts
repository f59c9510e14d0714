/**
 * Languages of the store. English is the source language, at unprefixed addresses; every other language has its own
 * below `/hi` or `/mr`. `tag` is for browsers and search engines, `name` is the language's own name.
 */
export const languages = {
  en: { tag: 'en-IN', name: 'English' },
  hi: { tag: 'hi-IN', name: 'हिन्दी' },
  mr: { tag: 'mr-IN', name: 'मराठी' },
} as const

export type Language = keyof typeof languages

/** With which a client says in which language its people read, when they register or log in; a browser's own list says nothing of that. */
export const LANGUAGE_HEADER = 'x-language'

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languages, text)
/** A language into which the store is translated. */
export type Translation = Exclude<Language, 'en'>

export const translations: readonly Translation[] = ['hi', 'mr']

/** Returns a language's prefix of addresses: nothing, or `/hi`. */
export const languagePath = (language: Language): string => (language === 'en' ? '' : `/${language}`)

/** The address of a page in a language. */
export const addressIn = (language: Language, path: string): string =>
  (path === '/' && languagePath(language)) || languagePath(language) + path

/** The language of a path, and the path without it: `/hi/courses` is `/courses` in Hindi, `/hi` its home page. */
export function readLanguage(pathname: string): { language: Language; path: string } {
  const [, first = ''] = pathname.split('/', 2)
  const language = translations.find((one) => one === first)
  if (!language) return { language: 'en', path: pathname }
  return { language, path: pathname.slice(languagePath(language).length) || '/' }
}
