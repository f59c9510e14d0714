import contract from 'virtual:contract'
import type { LANGUAGE_HEADER, Language } from 'contract/languages'
import { language } from '../language/language.ts'
import { t } from '../language/text.ts'
import { session } from '../stores/session.ts'
import { createLink } from './create-link.ts'
import { noToken } from './decode-error.ts'

/**
 * Returns the header with the reader's language, for emails after a registration, login or message. The English store
 * sends none, so a language chosen elsewhere stays.
 */
export const languageHeader = (language: Language): Partial<Record<typeof LANGUAGE_HEADER, Language>> =>
  language === 'en' ? {} : { 'x-language': language }

/** The link for calls of visitors and students. */
export const link = createLink({
  contract,
  headers: (access) => {
    const authorization = session.authorization()
    if (!authorization && access === 'user') throw noToken(t('No authentication token found'))
    return { ...languageHeader(language), ...(authorization ? { authorization } : {}) }
  },
})
