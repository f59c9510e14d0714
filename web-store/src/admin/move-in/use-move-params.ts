import { useNavigate, useSearchParams } from 'react-router-dom'
import { adminPaths } from '../host/admin-paths.ts'
import type { Step } from './Steps.tsx'

/** The address of the wizard: its move and step, and the course that a list was meant for. */
export function useMoveParams() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const course = search.get('course_id')
  const stored: Record<string, string> = course ? { course_id: course } : {}
  const pathTo = (step: Step, move?: string) => adminPaths.tab('movein', { ...stored, ...(move && { move }), step })
  return {
    course,
    kept: stored,
    pathTo,
    /** Shows a step. An address that forwards by itself replaces the one before, so that Back leaves it. */
    go: (step: Step, move?: string, { replace = false } = {}) => navigate(pathTo(step, move), { replace }),
  }
}
