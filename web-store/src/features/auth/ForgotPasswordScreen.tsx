import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Head } from '../../ui/Head.tsx'
import { Card, Wrap } from '../../ui/layout.tsx'
import { slot } from '../../ui/slot.tsx'
import { H1, TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

const SENT = t('A new password has been sent to your email address. Please check your inbox.')
const SENT_TOAST_MS = 6000
const TO_LOGIN_MS = 3000

const ways = {
  email: { choice: t('Use Email'), label: t('Email'), type: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { choice: t('Use Phone'), label: t('Phone'), type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
} as const
type Way = keyof typeof ways

/** Other ways in, of optional features. */
const Parts = slot(import.meta.glob('../*/ForgotPasswordPart.tsx', { eager: true }))

/** Mails a new password to the account of an email or a phone. */
export default function ForgotPasswordScreen() {
  const navigate = useNavigate()
  const [way, setWay] = useState<Way>('email')
  const [typed, setTyped] = useState({ email: '', phone: '' })
  const reset = useSubmission(
    api.auth.forgetPassword.mutationOptions({
      onSuccess: () => toast.success(t('New password sent'), { description: SENT, duration: SENT_TOAST_MS }),
      onError: (error) => toast.error(t('Reset request failed'), { description: problemOf(error), id: 'reset-failed' }),
    }),
  )
  const sent = reset.isSuccess
  useEffect(() => {
    if (!sent) return
    const timer = setTimeout(() => navigate(paths.login), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [sent, navigate])

  const value = typed[way].trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value) reset.mutate({ email: '', phone: '', [way]: value })
  }
  const { label, type, autoComplete, inputMode } = ways[way]
  return (
    <Wrap maxW="480px !important" px="4 !important" pt={{ base: '10', md: '18' }} pb={{ base: '12', md: '20' }}>
      <Head title={t('Forgot password')} />
      <Card padded display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="18px">
        <H1 fontSize={{ base: '1.75rem', md: '1.75rem' }}>{t('Forgot your password?')}</H1>
        <chakra.p color="fg.muted">
          {t('We send a new password to the email address of your account. Your old one works until you use it.')}
        </chakra.p>
        <chakra.div
          display="grid"
          gridTemplateColumns="1fr 1fr"
          gap="2"
          role="group"
          aria-label={t('Find my account by')}
        >
          {(Object.keys(ways) as Way[]).map((one) => (
            <Button
              key={one}
              variant="outline"
              aria-pressed={way === one}
              css={{ '&[aria-pressed=true]': { borderColor: 'action.fg', bg: 'action.subtle', color: 'action.fg' } }}
              onClick={() => setWay(one)}
            >
              {ways[one].choice}
            </Button>
          ))}
        </chakra.div>
        <chakra.form method="post" display="grid" gap="18px" noValidate onSubmit={submit}>
          <Field
            key={way}
            label={label}
            type={type}
            autoComplete={autoComplete}
            inputMode={inputMode}
            required
            value={typed[way]}
            onChange={(event) => setTyped({ ...typed, [way]: event.target.value })}
          />
          {reset.isError && <Problem>{problemOf(reset.error)}</Problem>}
          {sent && (
            <chakra.p role="status" color="success.fg" fontWeight="550">
              {t('New password sent. Taking you to login.')}
            </chakra.p>
          )}
          <Button type="submit" size="lg" full disabled={!value} busy={reset.isPending} busyText={t('Sending...')}>
            {t('Get New Password')}
          </Button>
        </chakra.form>
        <Parts />
        <TextLink to={paths.login} justifySelf="center">
          {t('Back to login')}
        </TextLink>
      </Card>
    </Wrap>
  )
}

const problemOf = (error: unknown) => errorText(error, t('Please check your credentials and try again.'))
