import { useQueryClient } from '@tanstack/react-query'
import { type TaxSettings, TaxSettingsBody } from 'contract/documents'
import { isGstin, tidyGstin } from 'contract/gst'
import { statesByName } from 'contract/gst-states'
import { indianDay } from 'contract/indian-time'
import { isApiError } from '../../api/client.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconInfoCircle } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { GstinField } from './GstinField.tsx'
import { dayText, taxEffect } from './tax-labels.ts'

/** As it is typed: numbers and choices are texts. */
type Values = Omit<TaxSettings, 'rate' | 'enabled'> & { rate: string; enabled: 'yes' | 'no' }

/** Commercial training and coaching. */
const USUAL_SAC = '999293'
const USUAL_RATE = 18

const Effect = chakra('div', {
  base: {
    display: 'flex',
    gap: '2.5',
    px: '3.5',
    py: '3',
    borderRadius: '8px',
    bg: 'action.subtle',
    lineHeight: '1.4',
    '& > svg': { flexShrink: '0', mt: '2px', color: 'action.fg' },
    '& ul': { listStyle: 'disc', ps: '5', mt: '1' },
    '& li + li': { mt: '1' },
  },
})

type TaxFormProps = { current: TaxSettings | null; all: TaxSettings[] }

/** Edits the seller's details and the tax on invoices from a date on. Earlier invoices do not change. */
export function TaxForm({ current, all }: TaxFormProps) {
  const queries = useQueryClient()
  const today = indianDay(shopNow())
  const known = current ?? all.at(-1)
  const begun: Values = {
    legal_name: '',
    address: '',
    state_code: '' as TaxSettings['state_code'],
    gstin: '',
    cin: '',
    sac: USUAL_SAC,
    prices: 'inclusive',
    ...known,
    rate: String(known?.rate ?? USUAL_RATE),
    enabled: known && !known.enabled ? 'no' : 'yes',
    valid_from: today,
  }
  const form = useActionForm({
    name: 'tax',
    begun,
    parse: ({ rate, gstin, enabled, ...typed }) =>
      TaxSettingsBody.safeParse({
        ...typed,
        gstin: tidyGstin(gstin),
        enabled: enabled === 'yes',
        rate: rate === '' ? undefined : Number(rate),
      }),
    send: (body) => adminClient.documents.setTaxSettings({ body }),
    stored: (_, sent) => sent,
    failed: 'Failed to save tax settings',
    fallback: 'Please try again.',
    toasts: true,
    fieldsOf: (error) =>
      isApiError(error) && error.message.includes('later day') ? { valid_from: error.message } : undefined,
    onDone: ({ message }) => {
      toast.success(message)
      return queries.invalidateQueries({ queryKey: adminApi.documents.key() })
    },
  })
  const { values } = form
  const replaced = all.find((row) => row.valid_from === values.valid_from)
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form method="post" noValidate onSubmit={form.submit} aria-labelledby="tax-form">
        <chakra.h2 id="tax-form" textStyle="h3" fontSize="1.375rem">
          GST settings
        </chakra.h2>
        <Two>
          <Field as="select" label="Each sale includes" {...form.field('enabled')}>
            <option value="yes">GST tax invoices</option>
            <option value="no">Receipts only</option>
          </Field>
          <Field label="From" type="date" required min={today} help="Today or later." {...form.field('valid_from')} />
        </Two>
        <Two>
          <Field
            label="Legal name"
            required
            maxLength={200}
            help="As on your GST registration."
            {...form.field('legal_name')}
          />
          <Field
            label="CIN"
            optional
            maxLength={21}
            fontFamily="mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            help="Only for companies: 21 characters."
            {...form.field('cin')}
          />
        </Two>
        <Field as="textarea" label="Address" required rows={3} maxLength={500} {...form.field('address')} />
        <Two>
          <Field as="select" label="State" required {...form.field('state_code')}>
            <option value="">Choose a state</option>
            {statesByName.map(([code, name]) => (
              <option key={code} value={code}>
                {name} ({code})
              </option>
            ))}
          </Field>
          <GstinField
            state={values.state_code}
            {...form.field('gstin')}
            onChange={({ target }) => {
              const typed = tidyGstin(target.value)
              const state = isGstin(typed) && !values.state_code && (typed.slice(0, 2) as TaxSettings['state_code'])
              form.put({ gstin: target.value, ...(state ? { state_code: state } : {}) })
            }}
          />
          <Field
            label="SAC"
            required
            inputMode="numeric"
            maxLength={6}
            help="999293 is training and coaching."
            {...form.field('sac')}
          />
          <Field
            label="Rate (%)"
            required
            type="number"
            inputMode="decimal"
            min={0}
            max={50}
            step={0.02}
            help="CGST and SGST are half each, IGST is the full rate."
            {...form.field('rate')}
          />
        </Two>
        <Field as="select" label="Prices" {...form.field('prices')}>
          <option value="inclusive">Include GST</option>
          <option value="exclusive">Do not include GST: it is added at checkout</option>
        </Field>
        <Effect role="status">
          <Icon of={IconInfoCircle} />
          <div>
            <b>From {values.valid_from ? dayText(values.valid_from) : 'that day'}:</b>
            <ul>
              {taxEffect({ ...values, rate: Number(values.rate) || 0, enabled: values.enabled === 'yes' }).map(
                (text) => (
                  <li key={text}>{text}</li>
                ),
              )}
              {replaced && <li>This replaces the settings for that day.</li>}
              <li>Earlier orders keep the tax they were bought with.</li>
            </ul>
          </div>
        </Effect>
        <Button type="submit" justifySelf="start" busy={form.isPending} busyText="Saving...">
          Save tax settings
        </Button>
      </form>
    </Card>
  )
}
