import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { api, client, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { useLoginLink } from '../../shared/login/use-login-link.ts'
import { Problem } from '../../shared/Problem.tsx'
import { isSignedIn, session, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { IconCircleCheck } from '../../ui/buying-icons.ts'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Choices } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { LinkPage as Page } from './LinkPage.tsx'
import { NotSignedIn } from './NotSignedIn.tsx'

const words = {
  email: {
    ask: t('Confirm your email address'),
    confirm: t('Confirm email address'),
    title: t('Email address confirmed'),
    says: t('Log in with your new email address from now on.'),
  },
  phone: {
    ask: t('Confirm your phone number'),
    confirm: t('Confirm phone number'),
    title: t('Phone number confirmed'),
    says: t('Your account has your new phone number now.'),
  },
} as const

/** Opens the link of an email, signed in or not. It requests a press first: mail programs open links, too, to scan them. */
export default function ConfirmScreen() {
  const token = useLocation().hash.slice(1)
  const [search] = useSearchParams()
  if (search.get('kind') === 'start') return <Start />
  // Another link in the same tab changes nothing but the hash.
  return <Confirm key={token} token={token} />
}

function Confirm({ token }: { token: string }) {
  const [search] = useSearchParams()
  const signedInAs = useSession((state) => (isSignedIn(state) ? state.user?.user_id : undefined))
  const [done, setDone] = useState<{ kind: 'email' | 'phone'; changed: boolean }>()
  const link = useQuery({
    ...api.account.readLink.queryOptions({ input: { token } }),
    enabled: token !== '' && !done,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const kind = search.get('kind') === 'phone' ? 'phone' : 'email'
  const refused = isApiError(link.error) ? link.error.code : undefined
  if (done) {
    const { title, says } = words[done.kind]
    return (
      <Page icon={IconCircleCheck} tone="success" title={title} action={<NextStep />}>
        {done.changed ? says : t('Thank you. Your invoices now come by email.')}
      </Page>
    )
  }
  if (!token || refused === 'link_expired' || refused === 'invalid') return <Expired />
  if (link.isError) {
    return (
      <Page
        icon={IconMail}
        title={words[kind].ask}
        action={<Button onClick={() => void link.refetch()}>{t('Try again')}</Button>}
      >
        {errorText(link.error, t('Please check your connection and try again.'))}
      </Page>
    )
  }
  if (!link.data) return <Loading />
  if (link.data.user_id === signedInAs) return <Press token={token} kind={link.data.kind} onDone={setDone} />
  return <NotSignedIn token={token} link={link.data} />
}

/** Logs in by the link of an email, and opens the newest course. */
function Start() {
  const { token, logIn, isExpired } = useLoginLink()
  if (!token || isExpired) {
    return (
      <Page
        icon={IconAlertCircle}
        tone="buy"
        title={t('This link no longer works')}
        action={
          <Button asChild>
            <Link to={paths.login}>{t('Log in')}</Link>
          </Button>
        }
      >
        {t(
          'A link works once, and for some days. Log in with your email address: we can send you a code or a password.',
        )}
      </Page>
    )
  }
  return (
    <Page
      icon={IconMail}
      title={t('Your course is open')}
      action={
        <Stack justifyItems="center">
          {logIn.error && <Problem>{errorText(logIn.error, t('Please check your connection and try again.'))}</Problem>}
          <Button size="lg" busy={logIn.isPending || logIn.isSuccess} onClick={() => logIn.mutate({ token })}>
            {t('Start lesson 1')}
          </Button>
        </Stack>
      }
    >
      {t('One tap logs you in.')}
    </Page>
  )
}

type PressProps = {
  token: string
  kind: 'email' | 'phone'
  onDone: (done: { kind: 'email' | 'phone'; changed: boolean }) => void
}

/** Confirms with a press for the signed-in account that requested it. */
function Press({ token, kind, onDone }: PressProps) {
  const queries = useQueryClient()
  const confirm = useSubmission(
    api.account.confirmContact.mutationOptions({
      onSuccess: async (answer) => {
        onDone(answer)
        await refreshUser()
        await queries.invalidateQueries()
      },
    }),
  )
  const refused = isApiError(confirm.error) ? confirm.error.code : undefined
  const { ask, confirm: press } = words[kind]
  if (refused === 'link_expired') return <Expired />
  if (refused === 'email_taken') {
    return (
      <Page icon={IconAlertCircle} tone="buy" title={t('This email address is already in use')} action={<ToSettings />}>
        {t(
          'Another account has this email address. Log in to that account, or choose another email address in your profile settings.',
        )}
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
      {t('One tap, and your account uses it.')}
    </Page>
  )
}

function Expired() {
  return (
    <Page icon={IconAlertCircle} tone="buy" title={t('This link no longer works')} action={<ToSettings />}>
      {t(
        'A link works once and for a short time. If you have confirmed already, there is nothing to do. If not, ask for a new link in your profile settings, or for a new password by “Forgot password”: both come to your email address.',
      )}
    </Page>
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

/** Refreshes the signed-in user, whose address may have changed. */
async function refreshUser(): Promise<void> {
  const { user } = useSession.getState()
  if (!user || !session.authorization()) return
  try {
    const { user_id, name, email, phone } = await client.account.profile()
    if (session.isOf(user_id)) session.updateUser({ name, email, phone })
  } catch {
    // The address is confirmed all the same; a session that ended with it is ended by the call.
  }
}
