import { join } from 'node:path'
import process from 'node:process'
import type { BrowserWindow, MenuItemConstructorOptions, Tray } from 'electron'
import type { ElectronApi } from './electron-api.ts'

/** The owner's choices for the time without a window. */
export type Habits = {
  /** Notices of sales and questions, for which the app goes on without a window. */
  notices: boolean
  /** True once the owner knows that the app goes on beside the clock. */
  explained: boolean
}

type Parts = {
  electron: ElectronApi
  /** The folder of the built main process, with the images of the tray. */
  images: string
  habits: { read: () => Habits; write: (habits: Partial<Habits>) => void }
  /** Returns the number of files that upload, in all shops. */
  uploads: () => number
  menu: () => MenuItemConstructorOptions[]
  show: () => void
  waiting: () => number
}

/** Returns false on desktops that are known to draw no tray icon: a hidden window would be lost there. */
const hasTray = () => process.platform !== 'linux' || process.env.XDG_CURRENT_DESKTOP !== 'GNOME'

const going = (files: number) => (files === 1 ? '1 upload is going on' : `${files} uploads are going on`)

/**
 * Lets uploads and notices go on after the last window closed, with an icon beside the clock. Closing explains it the
 * first time; quitting asks while files upload. Without such an icon, closing asks too.
 */
export function background({ electron, images, habits, uploads, menu, show, waiting }: Parts) {
  const { app, dialog, Menu, nativeImage } = electron
  // A tray without a reference is garbage-collected, and disappears.
  let tray: Tray | undefined
  let isQuitting = false
  let isLeaving: (() => void) | undefined

  const request = (window: BrowserWindow | undefined, message: string, detail: string, buttons: [string, string]) => {
    const question = { type: 'question', message, detail, buttons, defaultId: 0, cancelId: 0, noLink: true } as const
    return window ? dialog.showMessageBoxSync(window, question) : dialog.showMessageBoxSync(question)
  }
  const quit = () => {
    isQuitting = true
    app.quit()
  }
  const hideAll = () => {
    for (const window of electron.BrowserWindow.getAllWindows()) window.hide()
    refresh()
  }

  function refresh(): void {
    const isHidden = electron.BrowserWindow.getAllWindows().every((window) => !window.isVisible())
    if (!hasTray() || !(uploads() > 0 || habits.read().notices || isHidden)) {
      tray?.destroy()
      tray = undefined
      return
    }
    if (!tray) {
      const name = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'
      tray = new electron.Tray(nativeImage.createFromPath(join(images, name)))
      tray.on('click', show)
    }
    const files = uploads()
    const facts = [...(files > 0 ? [going(files)] : []), ...(waiting() > 0 ? [`${waiting()} waiting`] : [])]
    tray.setToolTip(['SkillHaat Admin', ...facts].join(', '))
    tray.setContextMenu(Menu.buildFromTemplate(menu()))
  }

  app.on('before-quit', (event) => {
    const files = uploads()
    if (isQuitting || files === 0) {
      isQuitting = true
      return
    }
    event.preventDefault()
    const stays = hasTray()
    const detail = stays
      ? 'They go on in the background if you only close the window. If you quit, they wait for the next start.'
      : 'If you quit, they wait for the next start.'
    const answer = request(undefined, going(files), detail, [stays ? 'Go on in the background' : 'Stay', 'Quit'])
    if (answer === 1) quit()
    else if (stays) hideAll()
  })

  // After every window agreed to close, so that unsaved input is never lost to an update.
  app.on('will-quit', (event) => {
    const last = isLeaving
    isLeaving = undefined
    if (!last) return
    event.preventDefault()
    last()
  })

  return {
    refresh,
    /** Closes the app, and calls `last` instead of the end. Somebody who stays in a window calls it off. */
    leave(last: () => void) {
      isLeaving = last
      quit()
    },
    /** Watches a window: closing it may only hide it. */
    watch(window: BrowserWindow) {
      // Somebody who stays with unsaved input has not quit. The window's own question was answered before.
      window.webContents.on('will-prevent-unload', (event) => {
        if (event.defaultPrevented) return
        isQuitting = false
        isLeaving = undefined
      })
      window.on('close', (event) => {
        const files = uploads()
        const { notices, explained } = habits.read()
        if (isQuitting || (files === 0 && !notices)) return
        if (!hasTray()) {
          if (files === 0) return
          const answer = request(window, going(files), 'If you close the window, they wait for the next start.', [
            'Stay',
            'Close',
          ])
          if (answer === 0) event.preventDefault()
          else isQuitting = true
          return
        }
        event.preventDefault()
        if (!explained) {
          const what = files > 0 ? `${going(files)}.` : 'You get notices of sales and questions.'
          const detail = `${what} The icon beside the clock opens the window again, and quits the app.`
          const answer = request(window, 'SkillHaat goes on in the background', detail, [
            'Go on in the background',
            'Quit',
          ])
          habits.write({ explained: true })
          if (answer === 1) return quit()
        }
        hideAll()
      })
      for (const name of ['show', 'hide', 'closed'] as const) window.on(name as 'show', refresh)
    },
  }
}
