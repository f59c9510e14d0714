import { useQuery } from '@tanstack/react-query'
import { text as required } from 'contract/fields'
import { WhatsappInput, type WhatsappSettings } from 'contract/whatsapp'
import { isApiError } from '../../api/client.ts'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { GroupLabel, Tools } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi } from '../host/admin-api.ts'
import { day, rupees, text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { KeyTest } from '../payment/KeyTest.tsx'
import { WhatsappTemplates } from './WhatsappTemplates.tsx'

/** Connects the shop's number at WhatsApp, shows its webhook address, and lists the templates of Meta. */
export default function WhatsappDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(adminApi.whatsapp.get.queryOptions())
  const isNew = isApiError(query.error) && query.error.status === 404
  return (
    <Dialog open onClose={onClose} title="WhatsApp" size="wide">
      <chakra.div pb="4">
        <Loaded
          query={isNew ? { ...query, data: null } : query}
          failed="Failed to load the WhatsApp settings"
          height="320px"
        >
          {(saved) => <SettingsForm saved={saved} />}
        </Loaded>
      </chakra.div>
    </Dialog>
  )
}

const price = (label: string) => rupees(label, { optional: true, type: 'text', own: false })

type Secret = 'token' | 'app_secret' | 'verify_token'

const secrets: Record<Secret, [label: string, maxLength: number, help: string]> = {
  token: ['Access token', 1000, 'A permanent one, of a system user.'],
  app_secret: ['App secret', 200, 'In the basic settings of your app at Meta.'],
  verify_token: ['Verify token', 200, 'A word of your own. Meta asks for the same one.'],
}

function fieldsOf(saved: WhatsappSettings | null) {
  const secret = (name: Secret) => {
    const [label, maxLength, help] = secrets[name]
    const isSaved = Boolean(saved?.[name])
    return text(label, {
      secret: true,
      maxLength,
      unmarked: isSaved,
      help: isSaved ? `${help} One is saved: empty keeps it.` : help,
    })
  }
  return {
    phone_number_id: text('Phone number ID', { inputMode: 'numeric', own: false }),
    waba_id: text('WhatsApp Business account ID', { inputMode: 'numeric', own: false }),
    token: secret('token'),
    app_secret: secret('app_secret'),
    verify_token: secret('verify_token'),
    api_version: text('API version', { begun: 'v24.0', help: 'As Meta writes it, such as v24.0.', own: false }),
    marketing: price('Marketing'),
    utility: price('Utility'),
    authentication: price('Authentication'),
    as_of: day('Prices of', { optional: true, help: 'The day you read them at Meta.' }),
  }
}

/** A secret that is saved may be empty. */
const schemaOf = (saved: WhatsappSettings | null) =>
  WhatsappInput.extend(
    Object.fromEntries(
      (Object.keys(secrets) as Secret[])
        .filter((name) => !saved?.[name])
        .map((name) => [name, required(1, secrets[name][1], `${secrets[name][0]} is required`)]),
    ),
  )

/** Secrets begin empty: a saved one never returns to the screen. */
const begunOf = (saved: WhatsappSettings | null) => ({
  ...saved,
  ...saved?.rates,
  token: '',
  app_secret: '',
  verify_token: '',
})

function SettingsForm({ saved }: { saved: WhatsappSettings | null }) {
  const test = useAct(adminApi.whatsapp.test, { done: null, failed: 'Not checked', beside: true })
  const form = useForm(adminApi.whatsapp.save, fieldsOf(saved), {
    draft: 'whatsapp',
    secret: true,
    begun: begunOf(saved),
    schema: schemaOf(saved),
    // Without any price there are no rates.
    shape: ({ marketing, utility, authentication, as_of, ...rest }) => {
      const rates = { marketing, utility, authentication, as_of }
      return { ...rest, rates: Object.values(rates).some((value) => value !== null) ? rates : null }
    },
    stored: begunOf,
    done: 'WhatsApp saved',
    failed: 'The settings were not saved',
    onDone: test.reset,
  })
  return (
    <Stack gap="5">
      {saved && <State saved={saved} />}
      <Form
        form={form}
        layout={[
          ['phone_number_id', 'waba_id'],
          ['token', 'app_secret'],
          ['verify_token', 'api_version'],
          <GroupLabel key="rates" id="whatsapp-rates">
            What Meta takes for one message, in rupees before GST
          </GroupLabel>,
          ['marketing', 'utility'],
          ['authentication', 'as_of'],
        ]}
      >
        <Tools gap="3">
          <SaveButton of={form} always>
            Save
          </SaveButton>
          {saved && (
            <WaitingButton
              variant="outline"
              waitsFor={form.isChanged && 'Save the settings first'}
              busy={test.busy}
              busyText="Testing..."
              onClick={() => test.run(undefined)}
            >
              Test keys
            </WaitingButton>
          )}
        </Tools>
        <KeyTest of="Meta" result={test.data} error={test.error} />
      </Form>
      {saved && (
        <>
          <Stack gap="2" justifyItems="start">
            <GroupLabel id="whatsapp-webhook" help="Enter it in your app at Meta with the same verify token.">
              Callback address
            </GroupLabel>
            <chakra.code overflowWrap="anywhere">{saved.webhook_url}</chakra.code>
            <CopyText text={saved.webhook_url} of="the callback address" />
          </Stack>
          <WhatsappTemplates />
        </>
      )}
    </Stack>
  )
}

function State({ saved: { phone, verified_at, stopped } }: { saved: WhatsappSettings }) {
  const [look, words]: [Look, string] = stopped
    ? [{ label: 'Stopped', palette: 'danger' }, `${stopped.reason} What waits goes out after you save or test.`]
    : verified_at
      ? [{ label: 'Connected', palette: 'success' }, `${phone ?? 'Your number'}, tested ${dateTimeText(verified_at)}`]
      : [{ label: 'Not tested', palette: 'buy' }, 'Press “Test keys” to ask Meta for your number.']
  return (
    <Tools as="p" gap="2.5">
      <StatusTag look={look} />
      <span>{words}</span>
    </Tools>
  )
}
