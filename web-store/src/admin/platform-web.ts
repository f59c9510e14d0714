import { copyText } from '../shared/copy-text.ts'
import type { Platform } from './platform.tsx'
import { findFile, openFiles } from './web-file-handles.ts'
import { chooseFiles, droppedFiles } from './web-files.ts'
import { webSession } from './web-session.ts'

let held = false

/** A browser of an older kind asks only when the event is given a value; the words are its own. */
function askBeforeLeaving(event: BeforeUnloadEvent) {
  event.preventDefault()
  event.returnValue = ''
}

/** The console in a browser tab. */
export const webPlatform: Platform = {
  session: webSession,
  pickFiles: (options) => (options.keep && openFiles(options)) || chooseFiles(options),
  findFile,
  pickFolder: ({ kind }) => chooseFiles({ kind, multiple: true, folder: true }),
  takeDropped: (transfer, { kind }) => droppedFiles(transfer, kind),

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

  // A browser tab has no menus of ours.
  onCommand: () => () => {},
  commandKey: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
}
