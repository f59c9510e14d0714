/** Players that say when they are ready, by the host of their frame; YouTube only when asked. */
const speaking: Record<string, { asked?: string }> = {
  'www.youtube-nocookie.com': { asked: JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }) },
  'player.vimeo.com': {},
}

const ASK_EVERY_MS = 250

export const speaks = (src: string): boolean => Object.hasOwn(speaking, new URL(src).hostname)

/** The address under which a player says that it is ready. */
export function readyAddress(src: string): string {
  const url = new URL(src)
  if (speaking[url.hostname]?.asked) url.searchParams.set('enablejsapi', '1')
  return url.href
}

/**
 * Calls `onReady` once the player in the frame says anything: a page that refuses to be framed loads, too, but is silent. Answers what ends
 * the waiting.
 */
export function awaitReady(frame: HTMLIFrameElement, src: string, onReady: () => void): () => void {
  const { origin, hostname } = new URL(src)
  const question = speaking[hostname]?.asked
  const ask = () => question && frame.contentWindow?.postMessage(question, '*')
  const timer = question ? setInterval(ask, ASK_EVERY_MS) : undefined
  const end = () => {
    clearInterval(timer)
    window.removeEventListener('message', hear)
  }
  const hear = (message: MessageEvent) => {
    if (message.source !== frame.contentWindow || message.origin !== origin) return
    end()
    onReady()
  }
  window.addEventListener('message', hear)
  return end
}
