/** A browser's storage for tests in Node: texts only, an exception when full, and the event that other tabs would get. */
export function installBrowserStorage(capacity = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>()
  const size = () => [...texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0)
  const localStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem(key: string, text: string) {
      const before = texts.get(key)
      texts.set(key, String(text))
      if (size() <= capacity) return
      if (before === undefined) texts.delete(key)
      else texts.set(key, before)
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (key: string) => void texts.delete(key),
  }
  const window = new EventTarget()
  Object.assign(globalThis, { localStorage, window, document: { cookie: '' } })
  /** Plays another tab: the storage changes before the event fires. */
  const otherTab = (key: string, text: string | null) => {
    if (text === null) texts.delete(key)
    else texts.set(key, text)
    window.dispatchEvent(Object.assign(new Event('storage'), { key }))
  }
  return { texts, otherTab }
}
