import { isGstin, tidyGstin } from 'contract/gst'
import { Field } from '../../ui/Field.tsx'
import { gstinWords } from './tax-labels.ts'

type GstinFieldProps = {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
  /** The error that the form found. */
  error: string | undefined
  /** The code of the state that it has to be of; empty while there is none. */
  state?: string
  /** Checks a number: as a shop's own, or as a buyer's. */
  isValid?: typeof isGstin
}

/** Takes a GSTIN, and says while it is typed whether it is one. */
export function GstinField({ state = '', isValid = isGstin, error: problem, ...field }: GstinFieldProps) {
  const { help, error } = gstinWords(field.value, state, isValid)
  // The form may have judged what stood there before.
  const valid = isValid(tidyGstin(field.value))
  return (
    <Field
      label="GSTIN"
      required
      maxLength={20}
      fontFamily="mono"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      help={help}
      error={error ?? (valid ? undefined : problem)}
      {...field}
    />
  )
}
