import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { adminClient } from '../host/admin-api.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { Mono } from '../lists/table-parts.tsx'

type AddAppProps = {
  app: { secret: string; otpauth_url: string }
  onAdded: (answer: { message: string; recovery_codes: string[] | null }) => void
  onClose: () => void
}

/** Black on white whatever the theme: that is what cameras read. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <chakra.svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      w="200px"
      maxW="full"
      mx="auto"
      bg="white"
      borderRadius="l2"
      shapeRendering="crispEdges"
    >
      <path d={dots} fill="black" />
    </chakra.svg>
  )
}

/** Shows the secret once, as a picture and in letters, and asks for a first code of it. */
export default function AddApp({ app, onAdded, onClose }: AddAppProps) {
  const [code, setCode] = useState('')
  const add = useSubmission({ mutationFn: () => adminClient.secondFactor.addApp({ code }), onSuccess: onAdded })
  const problem = add.error ? errorText(add.error, 'Please try again.') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add an authenticator app"
      footer={
        <Button type="submit" form="add-app" busy={add.isPending} busyText="Adding...">
          Add app
        </Button>
      }
    >
      <chakra.form method="post" id="add-app" noValidate display="grid" gap="4" onSubmit={submit}>
        <p>
          Scan this with Google Authenticator, Microsoft Authenticator or another app, then enter the code it shows.
        </p>
        <QrCode text={app.otpauth_url} />
        <chakra.div textStyle="sm" color="fg.muted" display="grid" gap="1">
          <p>Cannot scan? Enter this key in the app:</p>
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
            <Mono overflowWrap="anywhere">{app.secret}</Mono>
            <CopyText text={app.secret} of="key" />
          </chakra.div>
        </chakra.div>
        <Field
          label="6-digit code"
          required
          autoComplete="one-time-code"
          translate="no"
          inputMode="numeric"
          maxLength={10}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={problem}
        />
      </chakra.form>
    </Dialog>
  )
}
