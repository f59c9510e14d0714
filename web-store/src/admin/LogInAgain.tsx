import { chakra } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useSubmission } from '../api/use-submission.ts'
import { PasswordField } from '../shared/PasswordField.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { toast } from '../ui/toaster.ts'
import { useAdminSession } from './admin-session.ts'
import { logInAdmin, loginProblem } from './log-in-admin.ts'
import { answerAgain, EXPIRED, endSession } from './session-end.ts'

/** Asks for the password over a form that is not saved: nothing typed is lost, and what waited for the session goes on. */
export default function LogInAgain() {
  const [known] = useState(() => useAdminSession.getState().session?.email ?? '')
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const login = useSubmission({
    mutationFn: logInAdmin,
    onSuccess: () => {
      toast.success('Login successful')
      answerAgain(true)
    },
  })
  const giveUp = () => {
    endSession()
    answerAgain(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
          <Button type="submit" form="log-in-again" busy={login.isPending} busyText="Logging in...">
            Login as Admin
          </Button>
        </>
      }
    >
      <chakra.form id="log-in-again" noValidate display="grid" gap="4" onSubmit={submit}>
        <p>What you typed is still here. Enter your password to go on.</p>
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
          error={login.error ? loginProblem(login.error) : undefined}
        />
      </chakra.form>
    </Dialog>
  )
}
