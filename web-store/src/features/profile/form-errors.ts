import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isApiError } from '../../api/client.ts'

/**
 * Puts what the server says of single fields beside them: by the paths of a 422, and by code where an answer has no path. The first
 * one gets the focus. False when the answer names none of the form's fields.
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
  fieldOfCode: Record<string, Path<Values>> = {},
): boolean {
  if (!isApiError(error)) return false
  const named = (error.data?.errors ?? []).map(({ path, message }) => ({ field: path as Path<Values>, message }))
  const ofCode = Object.hasOwn(fieldOfCode, error.code) ? fieldOfCode[error.code] : undefined
  if (ofCode) named.push({ field: ofCode, message: error.message })
  const shown = named.filter(({ field }) => fields.includes(field))
  shown.forEach(({ field, message }, index) => {
    setError(field, { message }, { shouldFocus: index === 0 })
  })
  return shown.length > 0
}
