import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { EmailField, TextButton } from '../../shared/forms/EmailField.tsx'
import type { StoredUser } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/layout.tsx'
import type { Fields } from '../../ui/use-fields.ts'
import type { BuyerDetails } from './check-details.ts'

type NewBuyerProps = {
  form: Fields<BuyerDetails>
  /** While the purchase is on its way. */
  readOnly: boolean
  onSignIn: () => void
}

/** The details of a buyer without an account: all of them required. */
export function NewBuyer({ form: { field, change }, readOnly, onSignIn }: NewBuyerProps) {
  return (
    <>
      <chakra.p color="fg.muted">
        {rich('Already a student? <signIn>Log in</signIn>', {
          signIn: (words) => (
            <TextButton type="button" disabled={readOnly} onClick={onSignIn}>
              {words}
            </TextButton>
          ),
        })}
      </chakra.p>
      <EmailField
        autoComplete="email"
        readOnly={readOnly}
        help={t('Your courses and receipt go here.')}
        put={(email) => change({ email })}
        {...field('email')}
      />
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
