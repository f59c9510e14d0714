import { type FormEvent, useState } from 'react'
import { client, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'

type Claimed = Awaited<ReturnType<typeof client.account.claim>>

type Props = { token: string; press: string; onDone: (claimed: Claimed) => void; onExpired?: () => void }

/** Sets a password by the link of an email, which logs in. */
export function ChoosePassword({ token, press, onDone, onExpired }: Props) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const claim = useSubmission({
    mutationFn: () => client.account.claim({ token, new_password: password }),
    onSuccess: onDone,
    onError: (error) => {
      if (isApiError(error) && error.code === 'link_expired') onExpired?.()
    },
  })
  const { error } = claim
  const wrong = isApiError(error) && (error.code === 'invalid' || error.code === 'common_password')
  const problem = error ? errorText(error, t('Please check your connection and try again.')) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!password)
    if (password) claim.mutate()
  }
  return (
    <chakra.form method="post" display="grid" gap="4" noValidate w="full" textAlign="start" onSubmit={submit}>
      {problem && !wrong && <Problem>{problem}</Problem>}
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        required
        help={t('At least 8 characters.')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={missing && !password ? t('Password is required') : wrong ? problem : undefined}
      />
      <Button type="submit" size="lg" full busy={claim.isPending} busyText={t('Confirming...')}>
        {press}
      </Button>
    </chakra.form>
  )
}
