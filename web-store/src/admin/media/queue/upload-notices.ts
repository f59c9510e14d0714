const EVERY_MS = 100

/** Tells whoever watches that something has changed, ten times a second at most. */
export function createNotices() {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    tell(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const listener of listeners) listener()
      }, EVERY_MS)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => clearTimeout(timer),
  }
}
