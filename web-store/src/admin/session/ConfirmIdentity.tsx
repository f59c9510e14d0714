import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useAdminSession } from '../host/admin-session.ts'
import { answerConfirm } from '../host/confirm-store.ts'
import { Loaded } from '../kit/loaded.tsx'
import type { Proof } from './log-in-admin.ts'
import { SecondStep } from './SecondStep.tsx'

/** Confirms the admin's identity before a call that gives away access is repeated. */
export default function ConfirmIdentity() {
  const email = useAdminSession(({ session }) => session?.email ?? '')
  const [password, setPassword] = useState('')
  // A challenge is for one right answer, or some wrong ones.
  const requested = useQuery({ ...adminApi.secondFactor.beginConfirm.queryOptions(), staleTime: 0, gcTime: 0 })
  const confirm = useSubmission({
    mutationFn: (proof: Proof | { password: string }) =>
      adminClient.secondFactor.confirm({ challenge_id: requested.data?.challenge_id ?? '', ...proof }),
    onSuccess: () => answerConfirm(true),
    onSettled: (_answer, error) => isAuthError(error) && answerConfirm(false),
  })
  const problem = confirm.error ? errorText(confirm.error, 'This did not work. Please try again.') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) confirm.mutate({ password })
  }
  return (
    <Dialog
      open
      onClose={() => answerConfirm(false)}
      title="Confirm it is you"
      footer={
        <>
          <Button variant="outline" onClick={() => answerConfirm(false)}>
            Cancel
          </Button>
          <Button type="submit" form="confirm-identity" busy={confirm.isPending} busyText="Confirming...">
            Confirm
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <p>This step can give access to your shop or your buyers’ details. We ask once every 10 minutes.</p>
        <Loaded query={requested} failed="This did not load" height="100px">
          {(challenge) =>
            challenge.methods.includes('password') ? (
              <form method="post" id="confirm-identity" noValidate onSubmit={submit}>
                <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
                <PasswordField
                  label="Password"
                  autoComplete="current-password"
                  required
                  autoFocus
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                  error={problem}
                />
              </form>
            ) : (
              <SecondStep
                id="confirm-identity"
                challenge={challenge}
                busy={confirm.isPending}
                problem={problem}
                onProof={confirm.mutate}
              />
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  )
}
