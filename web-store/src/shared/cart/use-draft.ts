import { useEffect } from 'react'
import { visitorDrafts } from '../../stores/drafts.ts'
import type { Fields } from '../../ui/use-fields.ts'

/** Restores a form's draft and stores changes, until `ended`. */
export function useDraft<Kept extends Record<string, string>>(
  name: string,
  empty: Kept,
  { values, change }: Pick<Fields<Kept>, 'values' | 'change'>,
  ended = false,
) {
  useEffect(() => {
    const stored = Object.entries(visitorDrafts.read<object>(name) ?? {})
    const texts = stored.filter(([field, text]) => field in empty && typeof text === 'string')
    change(Object.fromEntries(texts) as Partial<Kept>)
  }, [name, empty, change])
  useEffect(() => {
    if (values === empty && !ended) return
    const isEmpty = Object.values(values).every((value) => value === '')
    visitorDrafts.keep(name, ended || isEmpty ? undefined : values)
  }, [name, empty, values, ended])
}
