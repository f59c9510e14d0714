import { Problem } from '../../shared/Problem.tsx'
import { fieldErrors } from './form-errors.ts'
import { problemOf } from './use-profile.ts'

type FormProblemProps = { error: unknown; fields: readonly string[]; codes?: Record<string, string> }

/** Shows why a form was not saved, unless a field shows it. */
export function FormProblem({ error, fields, codes }: FormProblemProps) {
  if (!error || fieldErrors(error, fields, codes).length > 0) return null
  return <Problem>{problemOf(error)}</Problem>
}
