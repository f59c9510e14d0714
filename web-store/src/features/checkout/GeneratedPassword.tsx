import { useLocation, useNavigate } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'

/**
 * Shows the password of an account made at checkout, until the buyer dismisses it. The dismissal belongs to this visit's history entry, so
 * that it survives a reload; the stored user has the password for a day.
 */
export function GeneratedPassword() {
  const password = useSession((state) => state.user?.password)
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  if (!password || (state as { passwordSeen?: boolean } | null)?.passwordSeen) return null
  return (
    <chakra.section
      aria-label={t('Your password')}
      alignSelf="stretch"
      display="grid"
      gap="2"
      px="4"
      py="3.5"
      bg="buy.subtle"
      borderRadius="8px"
    >
      <p>{t('Your account is ready. Please save your password for future login.')}</p>
      <chakra.code
        fontFamily="mono"
        fontSize={{ base: '.9375rem', md: '1.125rem' }}
        fontWeight="600"
        overflowWrap="anywhere"
      >
        {password}
      </chakra.code>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="2">
        <CopyButton text={password} of={t('password')} />
        <Button
          size="sm"
          variant="ghost"
          onClick={() => navigate(pathname + search, { replace: true, state: { passwordSeen: true } })}
        >
          {t('I have saved it')}
        </Button>
      </chakra.div>
    </chakra.section>
  )
}
