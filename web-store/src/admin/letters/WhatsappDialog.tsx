import { useQuery } from '@tanstack/react-query'
import { text as required } from 'contract/fields'
import { WhatsappInput, type WhatsappSettings } from 'contract/whatsapp'
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../api/client.ts'
import { randomKey } from '../../api/random-key.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { day, rupees, text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { Mono } from '../lists/table-parts.tsx'
import { KeyTest } from '../payment/KeyTest.tsx'
import { WhatsappTemplates } from './WhatsappTemplates.tsx'

/** Connects the shop's number at WhatsApp, tests it, and lists the templates of Meta: three steps, each once the one before is done. */
export default function WhatsappDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(adminApi.whatsapp.get.queryOptions())
  const isNew = isApiError(query.error) && query.error.status === 404
  // Here, for what is below is drawn again when the first save is read.
  const test = useAct(adminApi.whatsapp.test, { done: null, failed: 'Not checked', beside: true })
  // Meta asks for a word of the shop's own: the shop makes it, and shows it until the dialog closes.
  const [word] = useState(randomKey)
  const [isMade, setMade] = useState(false)
  return (
    <Dialog open onClose={onClose} title="WhatsApp" size="wide">
      <chakra.div pb="4">
        <Loaded
          query={isNew ? { ...query, data: null } : query}
          failed="Failed to load the WhatsApp settings"
          height="320px"
        >
          {(saved) => (
            <Steps
              saved={saved}
              word={isMade || !saved ? word : undefined}
              test={test}
              onSaved={() => {
                setMade(isMade || !saved)
                test.reset()
                test.run(undefined)
              }}
            />
          )}
        </Loaded>
      </chakra.div>
    </Dialog>
  )
}

type Saved = WhatsappSettings | null
type StepsProps = {
  saved: Saved
  word: string | undefined
  test: ReturnType<typeof useAct<typeof adminApi.whatsapp.test>>
  onSaved: () => void
}

function Steps({ saved, word, test, onSaved }: StepsProps) {
  const [editing, setEditing] = useState(false)
  return (
    <Stack gap="6">
      <Step title="1. Connect">
        {saved && !editing ? (
          <>
            <Tools gap="3">
              <chakra.p flex="1 1 200px" minW="0">
                Phone number ID <Mono>{saved.phone_number_id}</Mono>
              </chakra.p>
              <Button size="sm" variant="outline" onClick={() => setEditing(true)}>
                Change
              </Button>
            </Tools>
            <Help>
              In your app at Meta open WhatsApp, Configuration. Enter this callback address and verify token, and
              subscribe to messages, message_template_status_update, template_category_update and user_preferences.
            </Help>
            <Copied name="Callback address" text={saved.webhook_url} />
            {word ? (
              <Copied name="Verify token" text={word} />
            ) : (
              <Help>The verify token is saved. For another one, set it under More.</Help>
            )}
          </>
        ) : (
          <Keys
            saved={saved}
            word={saved ? undefined : word}
            onSaved={() => {
              setEditing(false)
              onSaved()
            }}
          />
        )}
      </Step>
      {saved && !editing && (
        <>
          <Step title="2. Test">
            <Tools gap="3">
              <State saved={saved} />
              <Button
                size="sm"
                variant="outline"
                busy={test.busy}
                busyText="Testing..."
                onClick={() => test.run(undefined)}
              >
                Test keys
              </Button>
            </Tools>
            <KeyTest of="Meta" result={test.data} error={test.error} />
          </Step>
          <WhatsappTemplates />
          <chakra.details>
            <chakra.summary cursor="pointer" fontWeight="600">
              More: prices, API version
            </chakra.summary>
            <chakra.div mt="4">
              <More saved={saved} />
            </chakra.div>
          </chakra.details>
        </>
      )}
    </Stack>
  )
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" aria-label={title} gap="3">
    <H3 fontSize="1.0625rem">{title}</H3>
    {children}
  </Stack>
)

const Copied = ({ name, text }: { name: string; text: string }) => (
  <Row gap="3" flexWrap="wrap" justifyContent="space-between">
    <chakra.p minW="0" overflowWrap="anywhere">
      {name} <Mono>{text}</Mono>
    </chakra.p>
    <CopyText text={text} of={name.toLowerCase()} />
  </Row>
)

/** Returns the values of the other form of the same call, which stay as they are. */
const stored = (saved: Saved) =>
  saved && {
    phone_number_id: saved.phone_number_id,
    waba_id: saved.waba_id,
    api_version: saved.api_version,
    rates: saved.rates,
  }

/** The four things of Meta, with the place of each. A saved secret never returns to the screen. */
function Keys({ saved, word, onSaved }: Omit<StepsProps, 'test'>) {
  const secret = (label: string, maxLength: number, help: string) =>
    text(label, {
      secret: true,
      maxLength,
      unmarked: saved !== null,
      help: saved ? `${help} One is saved: empty keeps it.` : help,
    })
  const fields = {
    phone_number_id: text('Phone number ID', {
      inputMode: 'numeric',
      own: false,
      help: 'WhatsApp, API Setup, below your number.',
    }),
    waba_id: text('WhatsApp Business account ID', { inputMode: 'numeric', own: false, help: 'On the same page.' }),
    token: secret('Access token', 1000, 'Business settings, System users, Generate token: one that never expires.'),
    app_secret: secret('App secret', 200, 'App settings, Basic.'),
  }
  const form = useForm(adminApi.whatsapp.save, fields, {
    draft: 'whatsapp',
    secret: true,
    begun: { phone_number_id: saved?.phone_number_id, waba_id: saved?.waba_id },
    schema: saved
      ? WhatsappInput
      : WhatsappInput.extend({
          token: required(1, 1000, 'Access token is required'),
          app_secret: required(1, 200, 'App secret is required'),
        }),
    shape: (body) => ({ ...stored(saved), ...body, ...(word && { verify_token: word }) }),
    done: 'WhatsApp saved',
    failed: 'The settings were not saved',
    onDone: onSaved,
  })
  return (
    <Form
      form={form}
      title="Connect"
      layout={[
        <Help key="where">Copy these from your app at developers.facebook.com.</Help>,
        ['phone_number_id', 'waba_id'],
        ['token', 'app_secret'],
      ]}
    >
      <div>
        <SaveButton of={form} always>
          Save and test
        </SaveButton>
      </div>
    </Form>
  )
}

const price = (label: string) => rupees(label, { optional: true, type: 'text', own: false })
const more = {
  marketing: price('Marketing'),
  utility: price('Utility'),
  authentication: price('Authentication'),
  as_of: day('Prices of', { optional: true, help: 'The day you read them at Meta.' }),
  api_version: text('API version', { help: 'As Meta writes it, such as v24.0.', own: false }),
  verify_token: text('Verify token', {
    secret: true,
    maxLength: 200,
    unmarked: true,
    help: 'Empty keeps the saved one.',
  }),
}

/** Edits values with a good default: the version, and prices, without which a letter has no estimate. */
function More({ saved }: { saved: WhatsappSettings }) {
  const begunOf = (settings: WhatsappSettings) => ({ ...settings.rates, ...settings, verify_token: '' })
  const form = useForm(adminApi.whatsapp.save, more, {
    draft: 'whatsapp:more',
    secret: true,
    begun: begunOf(saved),
    schema: WhatsappInput,
    // Without any price there are no rates.
    shape: ({ marketing, utility, authentication, as_of, ...rest }) => {
      const rates = { marketing, utility, authentication, as_of }
      return { ...stored(saved), ...rest, rates: Object.values(rates).some((value) => value !== null) ? rates : null }
    },
    stored: begunOf,
    done: 'WhatsApp saved',
    failed: 'The settings were not saved',
  })
  return (
    <Form
      form={form}
      title="More"
      layout={[
        <Help key="rates">
          What Meta takes for one message, in rupees before GST, for the estimate of an email’s cost.
        </Help>,
        ['marketing', 'utility'],
        ['authentication', 'as_of'],
        ['api_version', 'verify_token'],
      ]}
    >
      <div>
        <SaveButton of={form}>Save</SaveButton>
      </div>
    </Form>
  )
}

function State({ saved: { phone, verified_at, stopped } }: { saved: WhatsappSettings }) {
  const [look, words]: [Look, string] = stopped
    ? [{ label: 'Stopped', palette: 'danger' }, `${stopped.reason} What waits goes out after you save or test.`]
    : verified_at
      ? [{ label: 'Connected', palette: 'success' }, `${phone ?? 'Your number'}, tested ${dateTimeText(verified_at)}`]
      : [{ label: 'Not tested', palette: 'buy' }, 'Press “Test keys” to ask Meta for your number.']
  return (
    <Row gap="2.5" flex="1 1 220px" minW="0">
      <StatusTag look={look} />
      <span>{words}</span>
    </Row>
  )
}
