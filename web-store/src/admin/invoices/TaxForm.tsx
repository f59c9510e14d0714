import { type TaxSettings, TaxSettingsBody } from 'contract/documents'
import { isGstin, tidyGstin } from 'contract/gst'
import { statesByName } from 'contract/gst-states'
import { indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconInfoCircle } from '../../ui/secondary-icons.ts'
import { Two } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { area, choice, day, rupees, text } from '../kit/fields.tsx'
import { FormCard, SaveButton, useForm } from '../kit/form.tsx'
import { GstinField } from './GstinField.tsx'
import { dayText, taxEffect } from './tax-labels.ts'

/** Commercial training and coaching. */
const USUAL_SAC = '999293'
const USUAL_RATE = '18'

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

const fields = {
  enabled: choice('Each sale includes', [
    ['yes', 'GST tax invoices'],
    ['no', 'Receipts only'],
  ]),
  valid_from: day('From', { help: 'Today or later.' }),
  legal_name: text('Legal name', { maxLength: 200, help: 'As on your GST registration.' }),
  cin: text('CIN', { optional: true, maxLength: 21, code: true, help: 'Only for companies: 21 characters.' }),
  address: area('Address', { rows: 3, maxLength: 500 }),
  state_code: choice(
    'State',
    [['', 'Choose a state'], ...statesByName.map(([code, name]) => [code, `${name} (${code})`] as const)],
    { required: true },
  ),
  gstin: text('GSTIN'),
  sac: text('SAC', { begun: USUAL_SAC, inputMode: 'numeric', maxLength: 6, help: '999293 is training and coaching.' }),
  rate: rupees('Rate (%)', {
    begun: USUAL_RATE,
    min: 0,
    max: 50,
    step: 0.02,
    help: 'CGST and SGST are half each, IGST is the full rate.',
  }),
  prices: choice('Prices', [
    ['inclusive', 'Include GST'],
    ['exclusive', 'Do not include GST: it is added at checkout'],
  ]),
}

type TaxFormProps = { current: TaxSettings | null; all: TaxSettings[] }

/** Edits the seller's details and the tax on invoices from a date on. Earlier invoices do not change. */
export function TaxForm({ current, all }: TaxFormProps) {
  const today = indianDay(shopNow())
  const known = current ?? all.at(-1)
  const form = useForm(adminApi.documents.setTaxSettings, fields, {
    draft: 'tax',
    begun: { ...known, enabled: known && !known.enabled ? 'no' : 'yes', valid_from: today },
    of: {},
    schema: TaxSettingsBody,
    shape: (body, { gstin, enabled, cin }) => ({ ...body, cin, gstin: tidyGstin(gstin), enabled: enabled === 'yes' }),
    failed: 'Failed to save tax settings',
    toasts: true,
  })
  const { values, put } = form
  const replaced = all.find((row) => row.valid_from === values.valid_from)
  const shown = {
    rate: Number(values.rate) || 0,
    enabled: values.enabled === 'yes',
    prices: values.prices as TaxSettings['prices'],
  }
  return (
    <FormCard
      form={form}
      title="GST settings"
      layout={[
        ['enabled', 'valid_from'],
        ['legal_name', 'cin'],
        'address',
        <Two key="state">
          {fields.state_code.draw({
            name: 'state_code',
            value: values.state_code,
            put: (state_code) => put({ state_code }),
            error: form.errorOf('state_code'),
          })}
          <GstinField
            name="gstin"
            state={values.state_code}
            value={values.gstin}
            error={form.errorOf('gstin')}
            onChange={({ target: { value: gstin } }) => {
              const typed = tidyGstin(gstin)
              const fills = isGstin(typed) && !values.state_code
              put({ gstin, ...(fills && { state_code: typed.slice(0, 2) }) })
            }}
          />
        </Two>,
        ['sac', 'rate'],
        'prices',
        <Effect key="effect" role="status">
          <Icon of={IconInfoCircle} />
          <div>
            <b>From {values.valid_from ? dayText(values.valid_from) : 'that day'}:</b>
            <ul>
              {taxEffect(shown).map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
              {replaced && <li>This replaces the settings for that day.</li>}
              <li>Earlier orders keep the tax they were bought with.</li>
            </ul>
          </div>
        </Effect>,
      ]}
      more={{ valid_from: { min: today } }}
    >
      <SaveButton of={form} always justifySelf="start">
        Save tax settings
      </SaveButton>
    </FormCard>
  )
}
