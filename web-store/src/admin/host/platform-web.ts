import { copyText } from '../../shared/copy-text.ts'
import { storage } from '../../stores/storage.ts'
import { saveFile } from '../../ui/save-file.ts'
import { RELEASES } from './admin-paths.ts'
import type { Platform, QueueProgress, SessionStore, StoredSession } from './platform.tsx'
import { holdClose } from './unsaved.ts'
import { findFile, openFiles, openFolder } from './web-file-handles.ts'
import { chooseFiles, droppedFiles, isOf } from './web-files.ts'

const KEYS = ['admin_token', 'admin_token_type', 'admin_info'] as const

function stored(): StoredSession | undefined {
  const token = storage.read('admin_token')
  if (!token) return undefined
  return {
    token,
    tokenType: storage.read('admin_token_type') ?? 'bearer',
    email: storage.read('admin_info')?.email ?? '',
  }
}

/** The session in the browser's storage, which all tabs share. */
const webSession: SessionStore = {
  read: async () => stored(),
  write(session) {
    if (!session) return storage.remove(...KEYS)
    storage.write('admin_token', session.token)
    storage.write('admin_token_type', session.tokenType)
    storage.write('admin_info', { email: session.email, isAdmin: true })
  },
  watch: (listener) => storage.watch(KEYS, () => listener(stored())),
}

const MARK = /^\(\d+%!?\) /

let shown = ''
let watching: MutationObserver | undefined

/** `(42%) Media`: what a tab of the browser can show of a queue, whatever else its title becomes. */
function showTitleProgress(progress: QueueProgress | undefined): void {
  shown = progress ? `(${Math.floor(progress.fraction * 100)}%${progress.failed ? '!' : ''}) ` : ''
  markTitle()
  const title = document.querySelector('title')
  if (shown && !watching && title) {
    // Another screen writes a title of its own.
    watching = new MutationObserver(markTitle)
    watching.observe(title, { childList: true, characterData: true, subtree: true })
  } else if (!shown) {
    watching?.disconnect()
    watching = undefined
  }
}

function markTitle(): void {
  const title = shown + document.title.replace(MARK, '')
  if (title !== document.title) document.title = title
}

/** Shows a notice of the browser, if the admin has allowed notices before; it never asks. */
function webNotice({ title, body }: { title: string; body: string }): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(title, { body })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // On some phones only a service worker may.
  }
}

/** The console in a browser tab. */
export const webPlatform: Platform = {
  session: webSession,
  pickFiles: (options) => (options.keep && openFiles(options)) || chooseFiles(options),
  findFile,
  // A handle goes with the entry that holds it.
  forgetFiles: () => {},
  pickFolder: async ({ kind }) =>
    (await openFolder())?.filter(isOf(kind)) ?? chooseFiles({ kind, multiple: true, folder: true }),
  takeDropped: (transfer, { kind }) => droppedFiles(transfer, kind),

  saveFile: async (name, data) => saveFile(name, data),
  copyText,
  openStorePage: (path) => void window.open(path, '_blank', 'noopener'),
  storeAddress: (path) => new URL(path, document.baseURI).href,

  showProgress: showTitleProgress,
  notify: webNotice,
  holdClose,
  // A browser tab has no menus of ours.
  onCommand: () => () => {},
  installers: RELEASES,
  passkeys: 'PublicKeyCredential' in globalThis,
  commandKey: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
}
