import { useLocation, useNavigate } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { session } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { ChoosePassword } from './ChoosePassword.tsx'
import { LinkPage } from './LinkPage.tsx'

type Link = { kind: 'email' | 'phone'; changes: boolean; name: string | null; since: string }

/**
 * Shows the link of an account that is not signed in here: somebody else may have registered this address. It works after a login to that
 * account, or, for its own address, after a new password shuts out anybody who knew the old one.
 */
export function NotSignedIn({ token, link }: { token: string; link: Link }) {
  const named = { name: link.name ?? '', date: dateText(new Date(link.since)) }
  const whose = link.name
    ? t('{name} created this account on {date}.', named)
    : t('This account was created on {date}.', named)
  if (link.changes) {
    return (
      <LinkPage icon={IconMail} title={t('Log in to confirm')} action={<ToLogin />}>
        {whose} {t('Log in to it, and confirm with one tap. If you did not ask for this, do nothing: nothing changes.')}
      </LinkPage>
    )
  }
  return (
    <LinkPage icon={IconMail} title={t('Is this your account?')} action={<Claim token={token} />}>
      {whose}{' '}
      {t(
        'It has your email address. Choose a password, and it is yours alone: whoever else has opened it is logged out.',
      )}
    </LinkPage>
  )
}

function Claim({ token }: { token: string }) {
  const navigate = useNavigate()
  return (
    <Stack gap="6" w="full" textAlign="start">
      <ChoosePassword
        token={token}
        press={t('Set password and confirm')}
        onDone={({ user: { user_id, name, email, phone }, access_token, token_type: tokenType }) => {
          navigate(paths.settings, { replace: true })
          session.signIn({ user: { user_id, name, email, phone }, token: access_token, tokenType })
          toast.success(t('This account is yours alone now'), {
            description: t('Please check its name and phone number.'),
          })
        }}
      />
      <Stack gap="2.5" borderTopWidth="1px" borderColor="border" pt="5">
        <chakra.p color="fg.muted">{t('Did you create it, and do you know its password?')}</chakra.p>
        <ToLogin />
      </Stack>
    </Stack>
  )
}

/** Back to this page afterwards, where one tap is left to do. */
function ToLogin() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const toLogin = () => {
    session.expire(`${pathname}${search}${hash}`)
    navigate(paths.login)
  }
  return (
    <Button variant="outline" size="lg" full onClick={toLogin}>
      {t('Log in and confirm')}
    </Button>
  )
}
