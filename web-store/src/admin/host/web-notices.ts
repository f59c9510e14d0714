import type { QueueProgress } from './platform.tsx'

const MARK = /^\(\d+%!?\) /

let shown = ''
let watching: MutationObserver | undefined

/** `(42%) Media Upload Manager`: what a tab of the browser can show of a queue, whatever else its title becomes. */
export function showTitleProgress(progress: QueueProgress | undefined): void {
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

/** A notice of the browser, where the admin has allowed notices before; nobody is asked. */
export function webNotice({ title, body }: { title: string; body: string }): void {
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
