import { copyText } from '../shared/copy-text.ts'
import type { Platform } from './platform.tsx'

let held = false

/** A browser of an older kind asks only when the event is given a value; the words are its own. */
function askBeforeLeaving(event: BeforeUnloadEvent) {
  event.preventDefault()
  event.returnValue = ''
}

/** The console in a browser tab. */
export const webPlatform: Platform = {
  pickFiles({ accept, multiple }) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', accept, multiple, hidden: true })
    document.body.append(input)
    return new Promise((resolve) => {
      const done = (files: File[]) => {
        input.remove()
        resolve(files)
      }
      input.addEventListener('change', () => done([...(input.files ?? [])]))
      input.addEventListener('cancel', () => done([]))
      input.click()
    })
  },

  async saveFile(name, data) {
    const address = URL.createObjectURL(data)
    const link = document.createElement('a')
    Object.assign(link, { href: address, download: name, hidden: true })
    document.body.append(link)
    link.click()
    link.remove()
    // The browser reads the address after this turn.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  },

  copyText,
  openStorePage: (path) => void window.open(path, '_blank', 'noopener'),
  storeAddress: (path) => new URL(path, document.baseURI).href,

  holdClose(hold) {
    if (hold === held) return
    held = hold
    if (hold) window.addEventListener('beforeunload', askBeforeLeaving)
    else window.removeEventListener('beforeunload', askBeforeLeaving)
  },

  commandKey: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
}
