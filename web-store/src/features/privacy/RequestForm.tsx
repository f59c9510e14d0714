import { REQUEST_KINDS, type RequestKind, type StoredRequest } from 'contract/privacy/requests'
import { useState } from 'react'
import { client, errorText, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { fieldErrors, useActionForm } from '../../shared/forms/use-action-form.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { withChallenge } from '../../shared/mailed-code.ts'
import { Problem } from '../../shared/Problem.tsx'
import { kindIcons } from '../../shared/privacy/kind-icons.ts'
import { visitorDrafts } from '../../stores/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { CodeStep } from './CodeStep.tsx'
import { kindWords, type Wish } from './request-words.ts'

const Kinds = chakra('div', {
  base: {
    display: 'grid',
    overflow: 'hidden',
    '& label': {
      display: 'grid',
      gridTemplateColumns: 'auto auto minmax(0, 1fr)',
      alignItems: 'center',
      gap: '4',
      minH: '14',
      px: { base: '4', md: '5' },
      py: '3',
      cursor: 'pointer',
    },
    '& label + label': { borderTopWidth: '1px', borderColor: 'border' },
    '& label:has(:checked)': { bg: 'action.subtle' },
    '& label b': { display: 'block', fontWeight: '600' },
    '& label small': { display: 'block', textStyle: 'sm', color: 'fg.muted' },
    '& svg': { color: 'fg.muted' },
  },
})

const EMPTY = {
  email: '',
  note: '',
  new_name: '',
  nominee_name: '',
  nominee_email: '',
  relation: '',
  for_another: false,
  nominee_of: '',
}
type Values = typeof EMPTY
const FIELDS = Object.keys(EMPTY)
const EMAIL = /.@./

function wishOf(kind: RequestKind, values: Values): Wish {
  const nominee = { name: values.nominee_name, email: values.nominee_email, relation: values.relation }
  return {
    kind,
    ...(values.note.trim() && { note: values.note.trim() }),
    ...(kind === 'correction' && values.new_name.trim() && { new_name: values.new_name.trim() }),
    ...(kind === 'nomination' && { nominee }),
    ...(kind !== 'nomination' && values.for_another && { nominee_of: values.nominee_of.trim() }),
  }
}

const isWrongPassword = (error: unknown) => isApiError(error) && error.code === 'wrong_password'
const missing = (text: string) => (text.trim() ? undefined : t('Please fill this in'))
const wrongEmail = (text: string) => (EMAIL.test(text) ? undefined : t('Please enter a valid email address'))

type RequestFormProps = {
  signedIn: boolean
  kind: RequestKind
  onKind: (kind: RequestKind) => void
  onDone: (request: StoredRequest) => void
}

/** Takes the kind and its details; then, without a login, the code that proves the email. */
export function RequestForm({ signedIn, kind, onKind, onDone }: RequestFormProps) {
  const needsPassword = ({ for_another }: Values) => signedIn && kind === 'erasure' && !for_another
  const [sent, setSent] = useState<{ to: string; challenges: readonly string[]; at: number; wish: Wish }>()
  // Apart from the fields, which are stored as a draft.
  const [password, setPassword] = useState('')
  const form = useActionForm({
    drafts: visitorDrafts,
    name: 'privacy',
    begun: EMPTY,
    fallback: t('Please try again.'),
    check: (values) => ({
      email: signedIn ? undefined : wrongEmail(values.email),
      note:
        kind === 'grievance' || (kind === 'correction' && !values.new_name.trim()) ? missing(values.note) : undefined,
      nominee_name: kind === 'nomination' ? missing(values.nominee_name) : undefined,
      nominee_email: kind === 'nomination' ? wrongEmail(values.nominee_email) : undefined,
      relation: kind === 'nomination' ? missing(values.relation) : undefined,
      nominee_of: kind !== 'nomination' && values.for_another ? wrongEmail(values.nominee_of) : undefined,
    }),
    send: async (values): Promise<StoredRequest | undefined> => {
      const wish = wishOf(kind, values)
      if (signedIn) return client.privacy.askOwn(needsPassword(values) ? { ...wish, current_password: password } : wish)
      const to = values.email.trim()
      const { challenge } = await client.privacy.sendCode({ email: to })
      setSent({ to, challenges: [challenge], at: Date.now(), wish })
      return undefined
    },
    fieldsOf: (error) => fieldErrors(error, FIELDS),
    say: (error) => (isWrongPassword(error) ? '' : errorText(error, t('Please try again.'))),
    onDone: (request) => {
      if (request) onDone(request)
    },
  })
  if (sent)
    return (
      <CodeStep
        {...sent}
        onSent={({ challenge, at }) => setSent({ ...sent, at, challenges: withChallenge(challenge, sent.challenges) })}
        onDone={onDone}
        onBack={() => setSent(undefined)}
      />
    )
  return (
    <chakra.form
      method="post"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      noValidate
      onSubmit={form.submit}
    >
      <Card asChild>
        <Kinds role="radiogroup" aria-label={t('What do you want?')}>
          {REQUEST_KINDS.map((one) => (
            <label key={one}>
              <input type="radio" name="kind" value={one} checked={one === kind} onChange={() => onKind(one)} />
              <Icon of={kindIcons[one]} />
              <span>
                <b>{kindWords[one].title}</b>
                <small>{kindWords[one].detail}</small>
              </span>
            </label>
          ))}
        </Kinds>
      </Card>
      <Card padded display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4.5">
        {!signedIn && (
          <Field label={t('Your email')} type="email" autoComplete="email" required {...form.field('email')} />
        )}
        {kind === 'correction' && (
          <Field label={t('Correct name')} autoComplete="name" optional maxLength={100} {...form.field('new_name')} />
        )}
        {kind === 'nomination' && (
          <>
            <Field label={t('Their name')} required maxLength={100} {...form.field('nominee_name')} />
            <Field label={t('Their email')} type="email" required {...form.field('nominee_email')} />
            <Field label={t('How you are related')} required maxLength={60} {...form.field('relation')} />
          </>
        )}
        {kind !== 'nomination' && (
          <Field
            as="textarea"
            label={
              kind === 'grievance'
                ? t('Your complaint')
                : kind === 'correction'
                  ? t('Something else to correct')
                  : t('Anything we should know')
            }
            rows={4}
            maxLength={2000}
            {...(kind === 'grievance' ? { required: true } : { optional: true })}
            {...form.field('note')}
          />
        )}
        {kind !== 'nomination' && (
          <chakra.label display="flex" gap="3" alignItems="center" minH="11" cursor="pointer">
            <input type="checkbox" {...form.box('for_another')} />
            {t('I ask for a person who named me')}
          </chakra.label>
        )}
        {kind !== 'nomination' && form.values.for_another && (
          <Field
            label={t('Email of that person')}
            type="email"
            required
            help={t('We then ask you by email for a proof. Until we have seen it, nothing changes.')}
            {...form.field('nominee_of')}
          />
        )}
        {needsPassword(form.values) && (
          <PasswordField
            label={t('Your password')}
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            error={isWrongPassword(form.error) ? t('Current password is wrong') : undefined}
          />
        )}
        {form.problem && <Problem>{errorText(form.error, form.problem)}</Problem>}
        <Button type="submit" size="lg" justifySelf={{ md: 'start' }} busy={form.isPending} busyText={t('Sending...')}>
          {signedIn ? t('Send request') : t('Send me a code')}
        </Button>
      </Card>
    </chakra.form>
  )
}
