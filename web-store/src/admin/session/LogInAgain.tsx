import type { Challenge } from 'contract/second-factor'
import { useState } from 'react'
import { useSubmission } from '../../api/use-submission.ts'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { adminSession, useAdminSession } from '../host/admin-session.ts'
import { answerAgain, EXPIRED, endSession } from '../host/session-end.ts'
import { finishLogIn, logInAdmin, loginProblem, type Proof } from './log-in-admin.ts'
import { SecondStep } from './SecondStep.tsx'

/** Asks for the password over a form that is not saved: nothing typed is lost, and what waited for the session goes on. */
export default function LogInAgain() {
  const [known] = useState(() => useAdminSession.getState().session?.email ?? '')
  const [ended] = useState(adminSession.authorization)
  const [challenge, setChallenge] = useState<Challenge>()
  const done = () => {
    answerAgain(true)
  }
  const login = useSecretForm({
    begun: { email: known, password: '' },
    check: ({ password }) => ({ password: password ? undefined : 'Password is required' }),
    send: logInAdmin,
    stored: (_, sent) => sent,
    fallback: '',
    say: loginProblem,
    onDone: (requested) => (requested ? setChallenge(requested) : done()),
  })
  const finish = useSubmission({
    mutationFn: ({ asked, proof }: { asked: Challenge; proof: Proof }) => finishLogIn(login.values.email, asked, proof),
    onSuccess: done,
  })
  const giveUp = () => {
    endSession()
    answerAgain(false)
  }
  // Another admin's console ends the dialogs of the one before, and the end of a dialog dismisses those above it.
  const close = () => (adminSession.authorization() === ended ? giveUp() : done())
  return (
    <Dialog
      open
      onClose={close}
      role="alertdialog"
      title={EXPIRED}
      footer={
        <>
          <Button variant="outline" onClick={giveUp}>
            Log out
          </Button>
          <Button type="submit" form="log-in-again" busy={login.isPending || finish.isPending} busyText="Logging in...">
            Log in
          </Button>
        </>
      }
    >
      {challenge && (
        <SecondStep
          id="log-in-again"
          challenge={challenge}
          busy={finish.isPending}
          problem={finish.error ? loginProblem(finish.error) : undefined}
          onProof={(proof) => finish.mutate({ asked: challenge, proof })}
        />
      )}
      <chakra.form
        method="post"
        {...(challenge ? {} : { id: 'log-in-again' })}
        noValidate
        display={challenge ? 'none' : 'grid'}
        gap="4"
        onSubmit={login.submit}
      >
        <p>Your work is still here. Enter your password to continue.</p>
        <Field label="Email" type="email" autoComplete="username" readOnly={known !== ''} {...login.field('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          autoFocus
          {...login.field('password')}
          error={login.errorOf('password') ?? login.problem}
        />
      </chakra.form>
    </Dialog>
  )
}
