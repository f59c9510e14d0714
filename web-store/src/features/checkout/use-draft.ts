import { useEffect } from 'react'
import type { Draft } from '../../stores/draft.ts'
import type { Fields } from '../../ui/use-fields.ts'

/** Puts into a form what was typed before, and keeps what is typed; nothing where nothing is, or once it is of no more use: `ended`. */
export function useDraft<Kept extends Record<string, string>>(
  draft: Draft<Kept>,
  { values, change }: Pick<Fields<Kept>, 'values' | 'change'>,
  ended = false,
) {
  useEffect(() => change(draft.read()), [draft, change])
  useEffect(() => {
    if (values === draft.empty && !ended) return
    if (ended || Object.values(values).every((value) => value === '')) draft.forget()
    else draft.keep(values)
  }, [draft, values, ended])
}
