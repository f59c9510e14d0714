import contract from 'virtual:contract'
import { language } from '../language/language.ts'
import { t } from '../language/text.ts'
import { session } from '../stores/session.ts'
import { createLink } from './create-link.ts'
import { noToken } from './decode-error.ts'
import { languageHeader } from './language-header.ts'

/** Calls of visitors and students. */
export const link = createLink({
  contract,
  headers: (access) => {
    const authorization = session.authorization()
    if (!authorization && access === 'user') throw noToken(t('No authentication token found'))
    return { ...languageHeader(language), ...(authorization ? { authorization } : {}) }
  },
})
