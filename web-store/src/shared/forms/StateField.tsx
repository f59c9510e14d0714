import { statesByName } from 'contract/gst-states'
import { filled, t } from '../../language/text.ts'
import { Field, type FieldProps } from '../../ui/Field.tsx'

type StateFieldProps = Extract<FieldProps, { as: 'select' }>

/** Asks for the state of a buyer, for the invoice. Without `known` it has no names of states yet. */
export const StateField = ({ known = true, ...field }: Partial<StateFieldProps> & { known?: boolean }) => (
  <Field label={t('State')} required autoComplete="address-level1" {...field} as="select">
    <option value="">{t('Choose your state')}</option>
    {known &&
      statesByName.map(([code, name]) => (
        <option key={code} value={code}>
          {filled(name)}
        </option>
      ))}
  </Field>
)
