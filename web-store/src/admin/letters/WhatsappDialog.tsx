import { useQuery, useQueryClient } from '@tanstack/react-query'
import { WhatsappInput, type WhatsappSettings } from 'contract/whatsapp'
import { isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { fieldErrors, useSecretForm } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, GroupLabel, Tools, Two } from '../forms/form-parts.tsx'
import { typedNumber } from '../forms/typed-number.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { KeyTest } from '../payment/KeyTest.tsx'
import { WhatsappTemplates } from './WhatsappTemplates.tsx'

const names = [
  ...(['phone_number_id', 'waba_id', 'token', 'app_secret', 'verify_token', 'api_version'] as const),
  ...(['marketing', 'utility', 'authentication', 'as_of'] as const),
] as const
type Name = (typeof names)[number]
type Typed = Record<Name, string>

/** Connects the shop's number at WhatsApp, shows its webhook address, and lists the templates of Meta. */
export default function WhatsappDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(adminApi.whatsapp.get.queryOptions())
  const isNew = isApiError(error) && error.status === 404
  return (
    <Dialog open onClose={onClose} title="WhatsApp" size="wide">
      <chakra.div pb="4">
        {data || isNew ? (
          <SettingsForm saved={data} />
        ) : error ? (
          <ErrorState title="Failed to load the WhatsApp settings" error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading minH="320px" />
        )}
      </chakra.div>
    </Dialog>
  )
}

/** Secrets begin empty: a saved one never returns to the screen. */
function typedOf(saved: WhatsappSettings | undefined): Typed {
  const { phone_number_id = '', waba_id = '', api_version = 'v24.0', rates } = saved ?? {}
  const { marketing = '', utility = '', authentication = '', as_of = '' } = rates ?? {}
  return {
    phone_number_id,
    waba_id,
    api_version,
    as_of,
    token: '',
    app_secret: '',
    verify_token: '',
    marketing: String(marketing),
    utility: String(utility),
    authentication: String(authentication),
  }
}

/** Without any price there are no rates. */
function bodyOf({ marketing, utility, authentication, as_of, ...rest }: Typed) {
  const isEmpty = [marketing, utility, authentication, as_of].every((text) => text.trim() === '')
  const prices = {
    marketing: typedNumber(marketing),
    utility: typedNumber(utility),
    authentication: typedNumber(authentication),
    as_of,
  }
  const read = WhatsappInput.safeParse({ ...rest, rates: isEmpty ? null : prices })
  if (read.success) return read
  return { ...read, error: { issues: read.error.issues.map((issue) => ({ ...issue, path: issue.path.slice(-1) })) } }
}

function SettingsForm({ saved }: { saved: WhatsappSettings | undefined }) {
  const queries = useQueryClient()
  const test = useSubmission({
    mutationFn: () => adminClient.whatsapp.test(),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminApi.whatsapp.get.key() }),
  })
  const needed: Partial<Typed> = {
    phone_number_id: 'Phone number ID',
    waba_id: 'WhatsApp Business account ID',
    api_version: 'API version',
    ...(!saved?.token && { token: 'Access token' }),
    ...(!saved?.app_secret && { app_secret: 'App secret' }),
    ...(!saved?.verify_token && { verify_token: 'Verify token' }),
  }
  const form = useSecretForm({
    begun: typedOf(saved),
    check: (typed) => {
      const empty = Object.entries(needed).filter(([name]) => typed[name as Name].trim() === '')
      return Object.fromEntries(empty.map(([name, label]) => [name, `${label} is required`]))
    },
    parse: bodyOf,
    send: (body) => adminClient.whatsapp.save(body),
    stored: typedOf,
    fallback: 'The settings were not saved. Please try again.',
    fieldsOf: (error) => fieldErrors(error, names),
    onDone: (stored) => {
      toast.success('WhatsApp saved')
      test.reset()
      queries.setQueryData(adminApi.whatsapp.get.queryOptions().queryKey, stored)
      return queries.invalidateQueries({ queryKey: adminApi.whatsapp.templates.key() })
    },
  })
  useUnsaved('whatsapp', form.isChanged)
  const field = (name: Name) => ({
    autoComplete: 'off',
    spellCheck: false,
    required: name in needed,
    ...form.field(name),
  })
  const secret = (name: 'token' | 'app_secret' | 'verify_token', label: string, help: string) => (
    <Field
      label={label}
      maxLength={name === 'token' ? 1000 : 200}
      fontFamily="mono"
      help={saved?.[name] ? `${help} One is saved: empty keeps it.` : help}
      {...field(name)}
    />
  )
  return (
    <chakra.div display="grid" gap="5">
      {saved && <State saved={saved} />}
      <chakra.form method="post" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
        <Two>
          <Field label="Phone number ID" inputMode="numeric" {...field('phone_number_id')} />
          <Field label="WhatsApp Business account ID" inputMode="numeric" {...field('waba_id')} />
          {secret('token', 'Access token', 'A permanent one, of a system user.')}
          {secret('app_secret', 'App secret', 'In the basic settings of your app at Meta.')}
          {secret('verify_token', 'Verify token', 'A word of your own. Meta asks for the same one.')}
          <Field label="API version" help="As Meta writes it, such as v24.0." {...field('api_version')} />
        </Two>
        <chakra.fieldset display="grid" gap="3" minW="0">
          <chakra.legend textStyle="label" mb="1">
            What Meta takes for one message, in rupees before GST
          </chakra.legend>
          <Two>
            <Field label="Marketing" optional inputMode="decimal" {...field('marketing')} />
            <Field label="Utility" optional inputMode="decimal" {...field('utility')} />
            <Field label="Authentication" optional inputMode="decimal" {...field('authentication')} />
            <Field label="Prices of" optional type="date" help="The day you read them at Meta." {...field('as_of')} />
          </Two>
        </chakra.fieldset>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
        <Tools gap="3">
          <Button type="submit" busy={form.isPending} busyText="Saving...">
            Save
          </Button>
          {saved && (
            <WaitingButton
              variant="outline"
              waitsFor={form.isChanged && 'Save the settings first'}
              busy={test.isPending}
              busyText="Testing..."
              onClick={() => test.mutate()}
            >
              Test keys
            </WaitingButton>
          )}
        </Tools>
        <KeyTest of="Meta" result={test.data} error={test.error} />
      </chakra.form>
      {saved && (
        <>
          <chakra.div display="grid" gap="2" justifyItems="start">
            <GroupLabel id="whatsapp-webhook" help="Enter it in your app at Meta with the same verify token.">
              Callback address
            </GroupLabel>
            <chakra.code overflowWrap="anywhere">{saved.webhook_url}</chakra.code>
            <CopyText text={saved.webhook_url} of="the callback address" />
          </chakra.div>
          <WhatsappTemplates />
        </>
      )}
    </chakra.div>
  )
}

function State({ saved: { phone, verified_at, stopped } }: { saved: WhatsappSettings }) {
  const [look, words]: [Look, string] = stopped
    ? [{ label: 'Stopped', palette: 'danger' }, `${stopped.reason} What waits goes out after you save or test.`]
    : verified_at
      ? [{ label: 'Connected', palette: 'success' }, `${phone ?? 'Your number'}, tested ${dateTimeText(verified_at)}`]
      : [{ label: 'Not tested', palette: 'buy' }, 'Press "Test keys" to ask Meta for your number.']
  return (
    <chakra.p display="flex" flexWrap="wrap" gap="2.5" alignItems="center">
      <StatusTag look={look} />
      <span>{words}</span>
    </chakra.p>
  )
}
