import contract from 'virtual:contract'
import { t } from '../language/text.ts'
import { session } from '../stores/session.ts'
import { createLink } from './create-link.ts'
import { noToken } from './decode-error.ts'

/** Calls of visitors and students. */
export const link = createLink({
  contract,
  headers: (access) => {
    const authorization = session.authorization()
    if (!authorization && access === 'user') throw noToken(t('No authentication token found'))
    return authorization ? { authorization } : {}
  },
})
