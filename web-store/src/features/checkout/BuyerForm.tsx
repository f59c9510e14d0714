import { useState } from 'react'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import type { StoredUser } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/layout.tsx'
import type { Fields } from '../../ui/use-fields.ts'
import { type BuyerDetails, likelyDomain } from './check-details.ts'

const SignIn = chakra('button', {
  base: {
    color: 'action.fg',
    fontWeight: '550',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
  },
})

type NewBuyerProps = {
  form: Fields<BuyerDetails>
  /** While the purchase is on its way. */
  readOnly: boolean
  onSignIn: () => void
}

/** The details of a buyer without an account: all of them required. */
export function NewBuyer({ form: { field, values, change }, readOnly, onSignIn }: NewBuyerProps) {
  // A slip is one once the field is left.
  const [left, setLeft] = useState('')
  const domain = left === values.email && !readOnly ? likelyDomain(left) : undefined
  return (
    <>
      <chakra.p color="fg.muted">
        {rich('Already a student? <signIn>Log in</signIn>', {
          signIn: (words) => (
            <SignIn type="button" disabled={readOnly} onClick={onSignIn}>
              {words}
            </SignIn>
          ),
        })}
      </chakra.p>
      <chakra.div display="grid" gap="1.5" onBlur={() => setLeft(values.email)}>
        <Field
          label={t('Email')}
          type="email"
          autoComplete="email"
          required
          readOnly={readOnly}
          help={t('Your courses and receipt go here.')}
          {...field('email')}
        />
        <chakra.div role="status" _empty={{ display: 'none' }}>
          {domain && (
            <SignIn
              type="button"
              minH="8"
              onClick={() => change({ email: `${values.email.trim().split('@', 1)[0]}@${domain}` })}
            >
              {t('Did you mean {domain}?', { domain })}
            </SignIn>
          )}
        </chakra.div>
      </chakra.div>
      <Field label={t('Name')} autoComplete="name" required readOnly={readOnly} maxLength={100} {...field('name')} />
      <Field
        label={t('Phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        readOnly={readOnly}
        {...field('phone')}
      />
    </>
  )
}

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '6',
    rowGap: '2',
    '& dt': { color: 'fg.muted' },
    '& dd': { fontWeight: '600', overflowWrap: 'anywhere' },
  },
})

/** In the frame: parts for visitors, and the room for parts of a signed-in buyer (`first-page/frame-script.js` chooses). */
export const unlessSignedIn = { '[data-session] &': { display: 'none' } } as const
const ifSignedIn = { display: 'none', '[data-session] &': { display: 'block' } } as const

/** Room for a buyer whom this browser knows. */
export function BuyerPlace() {
  return (
    <chakra.div css={ifSignedIn}>
      <Skeleton h="135px" />
    </chakra.div>
  )
}

/** Shows a known buyer. */
export function KnownBuyer({ user }: { user: StoredUser }) {
  const facts = [
    [t('Name'), user.name],
    [t('Email'), user.email],
    [t('Phone'), user.phone],
  ] as const
  return (
    <>
      <Facts>
        {facts.map(
          ([label, value]) =>
            value && (
              <chakra.div key={label} display="contents">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </chakra.div>
            ),
        )}
      </Facts>
      <chakra.p color="fg.muted">{t('Your courses are delivered to this account.')}</chakra.p>
    </>
  )
}

type PayButtonProps = { form: string; busy: boolean; disabled: boolean; full?: boolean }

export function PayButton({ form, busy, disabled, full = false }: PayButtonProps) {
  return (
    <Button
      type="submit"
      form={form}
      variant="buy"
      size="lg"
      full={full}
      {...(full ? { px: '3' } : { minW: '260px' })}
      disabled={disabled}
      busy={busy}
      busyText={t('Processing...')}
    >
      {t('Proceed to Payment')}
    </Button>
  )
}
