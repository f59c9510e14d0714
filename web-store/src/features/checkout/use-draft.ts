import { useEffect } from 'react'
import type { Draft } from '../../stores/draft.ts'
import type { Fields } from '../../ui/use-fields.ts'

/** Puts into a form what was typed before, and keeps what is typed; `ended` once it is of no more use. */
export function useDraft<Kept extends Record<string, string>>(
  draft: Draft<Kept>,
  { values, change }: Pick<Fields<Kept>, 'values' | 'change'>,
  ended = false,
) {
  useEffect(() => change(draft.read()), [draft, change])
  useEffect(() => {
    if (ended) draft.forget()
    else if (values !== draft.empty) draft.keep(values)
  }, [draft, values, ended])
}
