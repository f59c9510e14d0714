import { Link, useLocation, useNavigate } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'

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
    <Card
      as="section"
      aria-label={t('Your password')}
      display="grid"
      gap="3"
      w="full"
      maxW="440px"
      mx="auto"
      mt="4"
      p="5"
    >
      <chakra.h2 fontSize="1.0625rem" fontWeight="650">
        {t('Next time, log in with a password')}
      </chakra.h2>
      <chakra.p textStyle="sm" color="fg.muted">
        {t(
          'You are logged in now. This password is for the next time. Choose your own here, or with the link in our email within 7 days.',
        )}
      </chakra.p>
      <chakra.code
        justifySelf="start"
        px="3"
        py="2"
        bg="buy.subtle"
        borderRadius="l2"
        translate="no"
        fontFamily="mono"
        fontSize="1.125rem"
        fontWeight="600"
        css={{ '& > * + *': { ms: '.6em' } }}
      >
        {/* Groups to read, without spaces: they copy as one. */}
        {password.match(/.{1,4}/g)?.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups can be equal
          <span key={index}>{group}</span>
        ))}
      </chakra.code>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <CopyButton text={password} of={t('password')} />
        <Button asChild size="sm" variant="outline">
          <Link to={`${paths.settings}#change-password`}>{t('Choose a password')}</Link>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => navigate(pathname + search, { replace: true, state: { passwordSeen: true } })}
        >
          {t('I have saved it')}
        </Button>
      </chakra.div>
    </Card>
  )
}
