import contract from 'virtual:contract'
import type { LANGUAGE_HEADER, Language } from 'contract/languages'
import { language } from '../language/language.ts'
import { t } from '../language/text.ts'
import { isSignedIn, session, useSession } from '../stores/session.ts'
import { isAuthError } from './call-types.ts'
import { createLink } from './create-link.ts'
import { noToken } from './decode-error.ts'

/**
 * Returns the header with the reader's language, for emails after a registration, login or message. The English store
 * sends none, so a language chosen elsewhere stays.
 */
export const languageHeader = (language: Language): Partial<Record<typeof LANGUAGE_HEADER, Language>> =>
  language === 'en' ? {} : { 'x-language': language }

/** The link for calls of visitors and students. A session that has ended is dealt with here, once for all. */
export const link = createLink({
  contract,
  headers: (access) => {
    const authorization = session.authorization()
    if (!authorization && access === 'user') throw noToken(t('No authentication token found'))
    return { ...languageHeader(language), ...(authorization ? { authorization } : {}) }
  },
  interceptors: [
    async ({ next }) => {
      const sent = { token: session.authorization(), user: useSession.getState().user?.user_id }
      try {
        return await next()
      } catch (error) {
        if (!isAuthError(error)) throw error
        const token = session.authorization()
        // The same student has logged in again meanwhile, here or in another tab.
        if (token && token !== sent.token && sent.user && session.isOf(sent.user)) return next()
        // After a log-out elsewhere nothing is left to end; the page goes to the login by its guard.
        if (isSignedIn(useSession.getState())) session.expire(undefined, { noToken: !token })
        throw error
      }
    },
  ],
})
