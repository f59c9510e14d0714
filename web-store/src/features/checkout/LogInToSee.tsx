import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { storage } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { IconLock } from '../../ui/buying-icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'

/** Shows nothing of a payment whose address is not signed; the login leads back to it. */
export function LogInToSee() {
  const { pathname, search } = useLocation()
  useEffect(() => void storage.write('redirectAfterLogin', pathname + search), [pathname, search])
  return (
    <PageMessage
      level={1}
      icon={IconLock}
      title={t('Log in to see your payment')}
      action={
        <Button asChild>
          <Link to={paths.login}>{t('Log in')}</Link>
        </Button>
      }
    >
      {t('The link in your receipt opens it without a password.')}
    </PageMessage>
  )
}
