import type { Challenge } from 'contract/second-factor'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { usePlatform } from '../host/platform.tsx'
import type { Proof } from './log-in-admin.ts'
import { requestPasskey } from './webauthn.ts'

type SecondStepProps = {
  challenge: Challenge
  /** The id of the form, for a button elsewhere. */
  id: string
  problem: string | undefined
  busy: boolean
  onProof: (proof: Proof) => void
}

const codeLabel = (methods: Challenge['methods']) =>
  methods.includes('app') ? 'Code from your app, or a recovery code' : 'Recovery code'

/** Asks for a passkey, the code of an app, or a recovery code, by what the admin has and this machine can do. */
export function SecondStep({ challenge, id, problem, busy, onProof }: SecondStepProps) {
  const { passkeys } = usePlatform()
  const [code, setCode] = useState('')
  const [failed, setFailed] = useState<string>()
  const { methods, passkey } = challenge
  const hasPasskey = methods.includes('passkey') && passkey !== null
  const takesCode = methods.includes('app') || methods.includes('recovery_code')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFailed(undefined)
    if (code.trim()) onProof({ code: code.trim() })
    else setFailed('Enter a code')
  }
  const byPasskey = () => {
    setFailed(undefined)
    requestPasskey(passkey ?? {}).then(
      (answer) => onProof({ passkey: answer }),
      () => setFailed('The passkey was not used. Please try again.'),
    )
  }
  const shown = failed ?? problem
  return (
    <chakra.form method="post" id={id} noValidate display="grid" gap="4" onSubmit={submit}>
      {hasPasskey && passkeys && (
        <Button type="button" variant="outline" held={busy} onClick={byPasskey}>
          Use a passkey
        </Button>
      )}
      {hasPasskey && !passkeys && <p>Passkeys work in a browser, at the address of your shop. Here, use a code.</p>}
      {takesCode ? (
        <Field
          label={codeLabel(methods)}
          required
          autoFocus
          autoComplete="one-time-code"
          translate="no"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={shown}
        />
      ) : (
        shown && (
          <chakra.p role="alert" color="danger.fg">
            {shown}
          </chakra.p>
        )
      )}
    </chakra.form>
  )
}
