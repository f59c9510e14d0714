import type { Challenge } from 'contract/second-factor'
import { type FormEvent, useState } from 'react'
import { useSubmission } from '../../api/use-submission.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { useAdminSession } from '../host/admin-session.ts'
import { answerAgain, EXPIRED, endSession } from '../host/session-end.ts'
import { finishLogIn, logInAdmin, loginProblem, type Proof } from './log-in-admin.ts'
import { SecondStep } from './SecondStep.tsx'

/** Asks for the password over a form that is not saved: nothing typed is lost, and what waited for the session goes on. */
export default function LogInAgain() {
  const [known] = useState(() => useAdminSession.getState().session?.email ?? '')
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [challenge, setChallenge] = useState<Challenge>()
  const done = () => {
    toast.success('Login successful')
    answerAgain(true)
  }
  const login = useSubmission({
    mutationFn: logInAdmin,
    onSuccess: (requested) => (requested ? setChallenge(requested) : done()),
  })
  const finish = useSubmission({
    mutationFn: ({ asked, proof }: { asked: Challenge; proof: Proof }) => finishLogIn(email, asked, proof),
    onSuccess: done,
  })
  const giveUp = () => {
    endSession()
    answerAgain(false)
  }
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!password)
    if (password) login.mutate({ email, password })
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      role="alertdialog"
      title={EXPIRED}
      footer={
        <>
          <Button variant="outline" onClick={giveUp}>
            Log out
          </Button>
          <Button type="submit" form="log-in-again" busy={login.isPending || finish.isPending} busyText="Logging in...">
            Login as Admin
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
        {...(challenge ? {} : { id: 'log-in-again' })}
        noValidate
        display={challenge ? 'none' : 'grid'}
        gap="4"
        onSubmit={submit}
      >
        <p>Your work is still here. Enter your password to continue.</p>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly={known !== ''}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={missing && !password ? 'Password is required' : login.error ? loginProblem(login.error) : undefined}
        />
      </chakra.form>
    </Dialog>
  )
}
