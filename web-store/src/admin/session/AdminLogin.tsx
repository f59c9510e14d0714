import { AdminLoginBody } from 'contract/auth'
import type { Challenge } from 'contract/second-factor'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useSubmission } from '../../api/use-submission.ts'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Card, Row, Stack, Stage, Tag } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminPaths, consolePath } from '../host/admin-paths.ts'
import { isAdmin, useAdminSession } from '../host/admin-session.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { finishLogIn, logInAdmin, loginProblem, type Proof } from './log-in-admin.ts'
import { NewPassword } from './NewPassword.tsx'
import { SecondStep } from './SecondStep.tsx'

const Problem = chakra('p', {
  base: {
    display: 'flex',
    gap: '2.5',
    p: '3',
    borderRadius: 'l2',
    bg: 'danger.subtle',
    color: 'danger.fg',
    fontWeight: '500',
  },
})

/** One notice of a login at a time. */
const NOTICE = 'admin-login'

/** Returns the target of a login: the tab that required it, else the console's first one. */
const targetOf = (state: unknown) =>
  consolePath(typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined) ??
  adminPaths.home

/** Draws the console's own login. A logged-in admin is redirected. */
export function AdminLogin() {
  const { state, hash } = useLocation()
  const navigate = useNavigate()
  // Checked on arrival only: a login that succeeds here leads to the form's target.
  const [signedIn] = useState(() => isAdmin(useAdminSession.getState()))
  const [requested, setRequested] = useState<{ email: string; challenge: Challenge }>()
  const done = () => {
    toast.success('Login successful', { id: NOTICE })
    navigate(targetOf(state), { replace: true })
  }
  const login = useSecretForm({
    begun: { email: '', password: '' },
    parse: (typed) => AdminLoginBody.safeParse(typed),
    send: logInAdmin,
    stored: (_, sent) => sent,
    fallback: '',
    say: loginProblem,
    onDone: (challenge, { sent: { email } }) => {
      if (!challenge) return done()
      toast.end(NOTICE)
      setRequested({ email, challenge })
    },
    onFailed: (error) => toast.error(loginProblem(error), { id: NOTICE }),
  })
  const finish = useSubmission({
    mutationFn: ({ email, challenge, proof }: { email: string; challenge: Challenge; proof: Proof }) =>
      finishLogIn(email, challenge, proof),
    onSuccess: done,
  })
  // A mailed link leads here; its token is behind `#`, which reaches no server.
  const [token, setToken] = useState(hash.slice(1))
  const [forgot, setForgot] = useState(false)
  const endLink = () => {
    setToken('')
    navigate(adminPaths.login, { replace: true })
  }
  const startOver = () => {
    setRequested(undefined)
    finish.reset()
  }
  if (signedIn && !token) return <Navigate to={targetOf(state)} replace />
  return (
    <Stage as="div" minH="100dvh" display="grid" alignContent="center" justifyItems="center" gap="6" px="4" py="10">
      <Head title="Admin login" />
      <Row>
        <Logo />
        <Tag bg="stage.raised" color="white" borderWidth="1px" borderColor="stage.border">
          Admin
        </Tag>
      </Row>
      <Card
        asChild
        w="full"
        maxW="420px"
        color="fg"
        css={{ '& :focus-visible': { outlineColor: 'action.focusRing' } }}
        padded
      >
        <main>
          {requested && (
            <Stack gap="5">
              <chakra.h1 textStyle="h2">Confirm it is you</chakra.h1>
              <SecondStep
                id="second-step"
                challenge={requested.challenge}
                busy={finish.isPending}
                problem={finish.error ? loginProblem(finish.error) : undefined}
                onProof={(proof) => finish.mutate({ ...requested, proof })}
              />
              <Button type="submit" form="second-step" size="lg" busy={finish.isPending} busyText="Logging in...">
                Continue
              </Button>
              <Button variant="ghost" onClick={startOver}>
                Back to login
              </Button>
            </Stack>
          )}
          {token && <NewPassword token={token} onDone={done} onBack={endLink} />}
          {forgot && <ForgotPassword onBack={() => setForgot(false)} />}
          <form
            method="post"
            hidden={requested !== undefined || token !== '' || forgot}
            noValidate
            onSubmit={login.submit}
          >
            <Stack gap="5">
              <chakra.h1 textStyle="h2">Admin login</chakra.h1>
              {login.problem && (
                <Problem role="alert">
                  <Icon of={IconAlertCircle} />
                  {login.problem}
                </Problem>
              )}
              <Field label="Email" type="email" autoComplete="username" required autoFocus {...login.field('email')} />
              <PasswordField label="Password" autoComplete="current-password" required {...login.field('password')} />
              <Button type="submit" size="lg" busy={login.isPending} busyText="Logging in...">
                Login as Admin
              </Button>
              <Button variant="ghost" onClick={() => setForgot(true)}>
                Forgot password?
              </Button>
            </Stack>
          </form>
        </main>
      </Card>
    </Stage>
  )
}
