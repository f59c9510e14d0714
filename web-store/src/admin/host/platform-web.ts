import { copyText } from '../../shared/copy-text.ts'
import { saveFile } from '../../ui/save-file.ts'
import { holdClose } from '../forms/hold-close.ts'
import type { Platform } from './platform.tsx'
import { findFile, openFiles, openFolder } from './web-file-handles.ts'
import { chooseFiles, droppedFiles, isOf } from './web-files.ts'
import { showTitleProgress, webNotice } from './web-notices.ts'
import { webSession } from './web-session.ts'

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
  passkeys: 'PublicKeyCredential' in globalThis,
  commandKey: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
}
