import type { Challenge } from 'contract/second-factor'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Stack } from '../../ui/layout.tsx'
import { type Proof, setNewPassword } from './log-in-admin.ts'
import { SecondStep } from './SecondStep.tsx'

const FAILED = 'The password was not set. Please try again.'

type NewPasswordProps = { token: string; onDone: () => void; onBack: () => void }

/** Opens from a mailed link: the new password, then the admin's second step, if any. */
export function NewPassword({ token, onDone, onBack }: NewPasswordProps) {
  const [password, setPassword] = useState('')
  const [requested, setRequested] = useState<Challenge>()
  const save = useSubmission({
    mutationFn: (proof: Proof | undefined) => setNewPassword({ token, password, challenge: requested, proof }),
    onSuccess: (challenge) => (challenge ? setRequested(challenge) : onDone()),
  })
  const problem = save.error ? errorText(save.error, FAILED) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <Stack gap="5">
      <chakra.h1 textStyle="h2">{requested ? 'Confirm it is you' : 'Set a new password'}</chakra.h1>
      {requested ? (
        <SecondStep
          id="new-password"
          challenge={requested}
          busy={save.isPending}
          problem={problem}
          onProof={save.mutate}
        />
      ) : (
        <form method="post" id="new-password" noValidate onSubmit={submit}>
          <PasswordField
            label="New password"
            autoComplete="new-password"
            required
            autoFocus
            value={password}
            error={problem}
            onChange={(event) => setPassword(event.target.value)}
          />
        </form>
      )}
      <Button type="submit" form="new-password" size="lg" busy={save.isPending} busyText="Saving...">
        Save and log in
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Back to login
      </Button>
    </Stack>
  )
}
