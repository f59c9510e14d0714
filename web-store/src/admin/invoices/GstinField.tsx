import { isGstin, tidyGstin } from 'contract/gst'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { gstinWords } from './tax-labels.ts'

type GstinFieldProps = UseFormRegisterReturn & {
  /** What stands in the field. */
  typed: string
  /** The code of the state that it has to be of; empty while there is none. */
  state?: string
  /** What the form finds wrong with it. */
  problem: string | undefined
}

/** Takes a GSTIN, and says while it is typed whether it is one. */
export function GstinField({ typed, state = '', problem, ...registered }: GstinFieldProps) {
  const { help, error } = gstinWords(typed, state)
  // The form may have judged what stood there before.
  const valid = isGstin(tidyGstin(typed))
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
      {...registered}
    />
  )
}
