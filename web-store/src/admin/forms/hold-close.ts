let held = false

/** A browser of an older kind asks only when the event is given a value; the words are its own. */
function askBeforeLeaving(event: BeforeUnloadEvent) {
  event.preventDefault()
  event.returnValue = ''
}

/** While held, the page asks before it is left; a host whose windows do not ask by themselves has to. */
export function holdClose(hold: boolean): void {
  if (hold === held) return
  held = hold
  if (hold) window.addEventListener('beforeunload', askBeforeLeaving)
  else window.removeEventListener('beforeunload', askBeforeLeaving)
}
