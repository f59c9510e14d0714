import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { errorText, isApiError } from '../../api/client.ts'
import { filled } from '../../language/text.ts'

/** Returns the server's problems by field: by the paths of a 422, or by code without a path. */
export function fieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  fieldOfCode: Record<string, Field> = {},
): { field: Field; message: string }[] {
  if (!isApiError(error)) return []
  const named = (error.data?.errors ?? []).map(({ path, message }) => ({
    field: path as Field,
    message: filled(message),
  }))
  const ofCode = Object.hasOwn(fieldOfCode, error.code) ? fieldOfCode[error.code] : undefined
  if (ofCode) named.push({ field: ofCode, message: errorText(error, '') })
  return named.filter(({ field }) => fields.includes(field))
}

/** Puts such sentences beside their fields; the first one gets the focus. False when the answer names none of the form's fields. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
  fieldOfCode: Record<string, Path<Values>> = {},
): boolean {
  const shown = fieldErrors(error, fields, fieldOfCode)
  shown.forEach(({ field, message }, index) => {
    setError(field, { message }, { shouldFocus: index === 0 })
  })
  return shown.length > 0
}
