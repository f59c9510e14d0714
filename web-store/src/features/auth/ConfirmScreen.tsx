import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { api, client, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Problem } from '../../shared/Problem.tsx'
import { isSignedIn, session, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Stack, Wrap } from '../../ui/layout.tsx'
import { Choices, PageMessage, type PageMessageProps } from '../../ui/PageMessage.tsx'
import { IconCircleCheck, IconMail } from '../../ui/secondary-icons.ts'

const words = {
  email: {
    ask: t('Confirm your email address'),
    confirm: t('Confirm email address'),
    title: t('Email address confirmed'),
    says: t('Sign in with your new email address from now on.'),
    taken: t('This email address is already in use'),
    takenHelp: t(
      'Another account has this email address. Sign in to that account, or choose another email address in your profile settings.',
    ),
  },
  phone: {
    ask: t('Confirm your phone number'),
    confirm: t('Confirm phone number'),
    title: t('Phone number confirmed'),
    says: t('Your account has your new phone number now.'),
    taken: t('This phone number is already in use'),
    takenHelp: t(
      'Another account has this phone number. Sign in to that account, or choose another phone number in your profile settings.',
    ),
  },
} as const

/** Where the link of a mail leads, signed in or not. It asks first: mail programs open links, too, to look what is there. */
export default function ConfirmScreen() {
  const token = useLocation().hash.slice(1)
  // Another link in the same tab changes nothing but the hash.
  return <Confirm key={token} token={token} />
}

function Confirm({ token }: { token: string }) {
  const [search] = useSearchParams()
  const kind = search.get('kind') === 'phone' ? 'phone' : 'email'
  const { ask, confirm: press, taken, takenHelp } = words[kind]
  const queries = useQueryClient()
  const confirm = useSubmission(
    api.account.confirmContact.mutationOptions({
      onSuccess: () => refreshUser().then(() => queries.invalidateQueries()),
    }),
  )
  const refused = isApiError(confirm.error) ? confirm.error.code : undefined

  if (confirm.data) {
    const { title, says } = words[confirm.data.kind]
    return (
      <Page icon={IconCircleCheck} tone="success" title={title} action={<NextStep />}>
        {confirm.data.changed ? says : t('Thank you. Your invoices now come with our emails.')}
      </Page>
    )
  }
  if (!token || refused === 'link_expired' || refused === 'invalid') {
    return (
      <Page icon={IconAlertCircle} tone="buy" title={t('This link no longer works')} action={<ToSettings />}>
        {t(
          'A link works once and for a short time. If you have confirmed already, there is nothing to do. If not, ask for a new link in your profile settings.',
        )}
      </Page>
    )
  }
  if (refused === 'email_taken' || refused === 'phone_taken') {
    return (
      <Page icon={IconAlertCircle} tone="buy" title={taken} action={<ToSettings />}>
        {takenHelp}
      </Page>
    )
  }
  return (
    <Page
      icon={IconMail}
      title={ask}
      action={
        <Stack justifyItems="center">
          {confirm.isError && (
            <Problem>{errorText(confirm.error, t('Please check your connection and try again.'))}</Problem>
          )}
          <Button
            size="lg"
            busy={confirm.isPending}
            busyText={t('Confirming...')}
            onClick={() => confirm.mutate({ token })}
          >
            {press}
          </Button>
        </Stack>
      }
    >
      {t(
        'One tap, and the account uses it. Only if you asked for this yourself: whoever made the account can sign in to it.',
      )}
    </Page>
  )
}

function Page(props: Omit<PageMessageProps, 'level'>) {
  return (
    <Wrap size="form" py={{ base: '14', md: '24' }}>
      <Head title={props.title} />
      <PageMessage {...props} level={1} />
    </Wrap>
  )
}

function NextStep() {
  const signedIn = useSession(isSignedIn)
  return (
    <Button asChild>
      <Link to={signedIn ? paths.profile : paths.login}>{signedIn ? t('Go to my profile') : t('Log in')}</Link>
    </Button>
  )
}

function ToSettings() {
  return (
    <Choices>
      <Button asChild>
        <Link to={paths.settings}>{t('Open profile settings')}</Link>
      </Button>
      <Button asChild variant="outline">
        <Link to={paths.home}>{t('Back to home')}</Link>
      </Button>
    </Choices>
  )
}

/** Who is signed in here may be whose address changed; a session that ended with it is forgotten. */
async function refreshUser(): Promise<void> {
  const { user } = useSession.getState()
  if (!user || !session.authorization()) return
  try {
    const { user_id, name, email, phone } = await client.account.profile()
    if (session.isOf(user_id)) session.updateUser({ name, email, phone })
  } catch (error) {
    if (isApiError(error) && error.status === 401) session.expire()
  }
}
