import { encode } from 'uqr'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { Mono } from '../lists/table-parts.tsx'

const FORM = 'add-app'
const fields = {
  code: text('6-digit code', { autoComplete: 'one-time-code', translate: 'no', inputMode: 'numeric', maxLength: 10 }),
}

type AddAppProps = {
  app: { secret: string; otpauth_url: string }
  onAdded: (answer: { recovery_codes: string[] | null }) => void
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
  const form = useForm(adminApi.secondFactor.addApp, fields, {
    draft: FORM,
    secret: true,
    codes: { invalid: 'code' },
    also: [adminApi.key()],
    failed: 'App not added',
    onDone: onAdded,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add an authenticator app"
      footer={
        <SaveButton of={form} formId={FORM} always busyText="Adding...">
          Add app
        </SaveButton>
      }
    >
      <Form
        form={form}
        id={FORM}
        layout={[
          <p key="scan">
            Scan this with Google Authenticator, Microsoft Authenticator or another app, then enter the code it shows.
          </p>,
          <QrCode key="picture" text={app.otpauth_url} />,
          <Muted as="div" key="letters" display="grid" gap="1">
            <p>Cannot scan? Enter this key in the app:</p>
            <Tools>
              <Mono overflowWrap="anywhere">{app.secret}</Mono>
              <CopyText text={app.secret} of="key" />
            </Tools>
          </Muted>,
          'code',
        ]}
      />
    </Dialog>
  )
}
