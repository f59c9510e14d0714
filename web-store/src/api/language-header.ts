import type { LANGUAGE_HEADER, Language } from 'contract/languages'

/**
 * In which language who registers, logs in or writes to us reads, for the mails to them. The English store says nothing: a language that was
 * chosen elsewhere stays.
 */
export const languageHeader = (language: Language): Partial<Record<typeof LANGUAGE_HEADER, Language>> =>
  language === 'en' ? {} : { 'x-language': language }
