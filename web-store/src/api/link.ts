import contract from 'virtual:contract'
import type { LANGUAGE_HEADER, Language } from 'contract/languages'
import { language } from '../language/language.ts'
import { t } from '../language/text.ts'
import { session } from '../stores/session.ts'
import { createLink } from './create-link.ts'
import { noToken } from './decode-error.ts'

/**
 * In which language who registers, logs in or writes to us reads, for the mails to them. The English store says nothing: a language that was
 * chosen elsewhere stays.
 */
export const languageHeader = (language: Language): Partial<Record<typeof LANGUAGE_HEADER, Language>> =>
  language === 'en' ? {} : { 'x-language': language }

/** Calls of visitors and students. */
export const link = createLink({
  contract,
  headers: (access) => {
    const authorization = session.authorization()
    if (!authorization && access === 'user') throw noToken(t('No authentication token found'))
    return { ...languageHeader(language), ...(authorization ? { authorization } : {}) }
  },
})
