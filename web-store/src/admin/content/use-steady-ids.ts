import { useState } from 'react'
import { type Row, steadyIds } from './steady-ids.ts'

/** Ids under which the rows stay what they are over a save: open, and with what has the focus. */
export function useSteadyIds(rows: readonly Row[]): string[] {
  const [shown, setShown] = useState({ rows, ids: rows.map(({ id }) => id) })
  if (shown.rows === rows) return shown.ids
  const ids = steadyIds(shown, rows)
  setShown({ rows, ids })
  return ids
}
