import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { api, errorText, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { firstCourse } from '../../shared/login/first-course.ts'
import { session } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Choices } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { ChoosePassword } from './ChoosePassword.tsx'
import { LinkPage } from './LinkPage.tsx'

/** Opens the link of an email that sets the first password. The token leaves the address, and stays with this entry of the tab. */
export default function SetPasswordScreen() {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const token = hash.slice(1) || (state as { token?: string } | null)?.token || ''
  useEffect(() => {
    if (hash) navigate({ pathname, search, hash: '' }, { replace: true, state: { token } })
  }, [hash, navigate, pathname, search, token])
  return <SetPassword key={token} token={token} />
}

function SetPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const [expired, setExpired] = useState(false)
  const [done, setDone] = useState(false)
  const link = useQuery({
    ...api.account.readLink.queryOptions({ input: { token } }),
    enabled: token !== '' && !done,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const refused = isApiError(link.error) && ['link_expired', 'invalid'].includes(link.error.code)
  if (!token || expired || refused || link.data?.changes) return <Expired />
  if (link.isError) {
    return (
      <LinkPage
        icon={IconMail}
        title={t('Set your password')}
        action={<Button onClick={() => void link.refetch()}>{t('Try again')}</Button>}
      >
        {errorText(link.error, t('Please check your connection and try again.'))}
      </LinkPage>
    )
  }
  if (!link.data || done) return <Loading />
  const { name } = link.data
  return (
    <LinkPage
      icon={IconMail}
      title={t('Set your password')}
      action={
        <ChoosePassword
          token={token}
          press={t('Set password and log in')}
          onExpired={() => setExpired(true)}
          onDone={async ({ user: { user_id, name, email, phone }, access_token, token_type: tokenType }) => {
            setDone(true)
            session.signIn({ user: { user_id, name, email, phone }, token: access_token, tokenType })
            navigate(await firstCourse(), { replace: true })
          }}
        />
      }
    >
      {name
        ? t('{name}, choose a password. After that, log in with this email and your new password.', { name })
        : t('Choose a password. After that, log in with this email and your new password.')}
    </LinkPage>
  )
}

function Expired() {
  return (
    <LinkPage
      icon={IconAlertCircle}
      tone="buy"
      title={t('This link no longer works')}
      action={
        <Choices>
          <Button asChild>
            <Link to={paths.login}>{t('Log in')}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={paths.forgotPassword}>{t('Get New Password')}</Link>
          </Button>
        </Choices>
      }
    >
      {t(
        'A link works once, for a few days. If you have set a password already, log in. If not, get a new one: it comes to your email address. If no email comes, no account has this address any more. Write to us then.',
      )}
    </LinkPage>
  )
}
