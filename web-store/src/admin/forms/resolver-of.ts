import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'

type Checked<Body> =
  | { success: true; data: Body }
  | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }

/** Checks an editor's form by the contract's own schema; `fieldOf` names the field of a path. */
export const resolverOf =
  <Form extends FieldValues, Body>(
    check: (form: Form) => Checked<Body>,
    fieldOf = (path: PropertyKey[]) => path.join('.'),
  ): Resolver<Form, unknown, Body> =>
  (form, _context, options) => {
    const checked = check(form)
    if (checked.success) return { values: checked.data, errors: {} }
    const problems: Record<string, FieldError> = {}
    for (const { path, message } of checked.error.issues) problems[fieldOf(path)] ??= { type: 'invalid', message }
    return { values: {}, errors: toNestErrors<Form>(problems, options) }
  }

/** Numbers of the entries of a list that have a problem, from 1. */
export const wrongEntries = (errors: unknown): number[] =>
  Array.isArray(errors) ? errors.flatMap((problem, index) => (problem ? [index + 1] : [])) : []
