import { useEffect } from 'react'
import { create } from 'zustand'
import { usePlatform } from './platform.tsx'

/** The forms that hold something typed and not saved, by name. */
const useUnsavedForms = create<{ forms: readonly string[] }>(() => ({ forms: [] }))

export const hasUnsaved = (): boolean => useUnsavedForms.getState().forms.length > 0

/** Says of a form whether it holds something that is not saved, for as long as it is shown. */
export function useUnsaved(form: string, unsaved: boolean): void {
  const platform = usePlatform()
  useEffect(() => {
    if (!unsaved) return
    useUnsavedForms.setState(({ forms }) => ({ forms: [...forms, form] }))
    platform.holdClose(true)
    return () => {
      useUnsavedForms.setState(({ forms }) => ({ forms: forms.filter((other) => other !== form) }))
      platform.holdClose(hasUnsaved())
    }
  }, [form, unsaved, platform])
}

let held = false

/** A browser of an older kind asks only when the event is given a value; the words are its own. */
function confirmLeaving(event: BeforeUnloadEvent) {
  event.preventDefault()
  event.returnValue = ''
}

/** While held, the page asks before it is left; a host whose windows do not ask by themselves has to. */
export function holdClose(hold: boolean): void {
  if (hold === held) return
  held = hold
  if (hold) window.addEventListener('beforeunload', confirmLeaving)
  else window.removeEventListener('beforeunload', confirmLeaving)
}
