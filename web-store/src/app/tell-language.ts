import { useEffect } from 'react'
import { client } from '../api/client.ts'
import { language } from '../language/language.ts'
import { useSession } from '../stores/session.ts'
import { storage } from '../stores/storage.ts'

/**
 * Letters come in the language in which their reader uses the screens of their own. English is nobody's choice until this browser has told another
 * one: who opens the store on a second device goes on getting letters as before.
 */
export function useTellLanguage(): void {
  const userId = useSession(({ user, viewing }) => (viewing ? undefined : user?.user_id))
  useEffect(() => {
    if (!userId || (storage.read('language_told') ?? 'en') === language) return
    client.account.setLanguage({ language }).then(
      () => storage.write('language_told', language),
      // The next visit tells it again.
      () => undefined,
    )
  }, [userId])
}
