import type { BrowserWindow, ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron'
import type { ElectronApi } from './electron-api.ts'
import { isOpenable } from './open-external.ts'

type Item = MenuItemConstructorOptions
const line: Item = { type: 'separator' }

/** Goes one step through the page's history, if there is one. */
export function goBy(step: -1 | 1, { navigationHistory }: WebContents): void {
  if (step === -1 && navigationHistory.canGoBack()) navigationHistory.goBack()
  if (step === 1 && navigationHistory.canGoForward()) navigationHistory.goForward()
}

/** Adds what a browser's window has: back and forward by mouse and touchpad, and a menu on the right button. */
export function addPageHabits(electron: ElectronApi, window: BrowserWindow): void {
  const { webContents } = window
  // The side buttons of a mouse, on Windows and Linux.
  window.on('app-command', (_event, command) => {
    if (command === 'browser-backward') goBy(-1, webContents)
    if (command === 'browser-forward') goBy(1, webContents)
  })
  // Three fingers, on macOS.
  window.on('swipe', (_event, direction) => {
    if (direction === 'left') goBy(-1, webContents)
    if (direction === 'right') goBy(1, webContents)
  })
  webContents.on('context-menu', (_event, params) => {
    const items = contextItems(params, {
      replace: (word) => webContents.replaceMisspelling(word),
      learn: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
      copy: (text) => void electron.clipboard.writeText(text).catch(() => electron.shell.beep()),
    })
    if (items.length > 0) electron.Menu.buildFromTemplate(items).popup({ window })
  })
}

type Place = Pick<
  ContextMenuParams,
  'misspelledWord' | 'dictionarySuggestions' | 'isEditable' | 'editFlags' | 'selectionText' | 'linkURL'
>
type Work = Record<'replace' | 'learn' | 'copy', (text: string) => void>

/** Returns the menu for the place under the pointer; empty where nothing can be done. */
export function contextItems(place: Place, { replace, learn, copy }: Work): Item[] {
  const { misspelledWord, dictionarySuggestions, isEditable, editFlags, selectionText, linkURL } = place
  const suggestions = dictionarySuggestions.map((word): Item => ({ label: word, click: () => replace(word) }))
  const spelling: Item[] = misspelledWord
    ? [
        ...(suggestions.length > 0 ? suggestions : [{ label: 'No Suggestions', enabled: false }]),
        line,
        { label: 'Add to Dictionary', click: () => learn(misspelledWord) },
      ]
    : []
  // Pages of the console have no address outside of the window.
  const link: Item[] = isOpenable(linkURL) ? [{ label: 'Copy Link', click: () => copy(linkURL) }] : []
  const editing: Item[] = [
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    line,
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    line,
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
  const reading: Item[] = selectionText.trim() ? [{ role: 'copy' }] : []
  const groups = [spelling, link, isEditable ? editing : reading].filter((group) => group.length > 0)
  return groups.flatMap((group, index) => (index === 0 ? group : [line, ...group]))
}
