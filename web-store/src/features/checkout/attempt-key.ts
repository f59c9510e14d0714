/**
 * Idempotency keys of one checkout: the same content keeps its key however often it is tried, so that a purchase whose answer
 * was lost is not made twice; other content, or a new try after a success, gets a new one.
 */
export function createAttemptKeys(newKey: () => string = randomKey) {
  let last: { content: string; key: string } | undefined
  return {
    /** `content` is anything that JSON can hold. */
    keyFor(content: unknown): string {
      const text = JSON.stringify(content)
      if (last?.content !== text) last = { content: text, key: newKey() }
      return last.key
    },
    succeeded(): void {
      last = undefined
    },
  }
}

/** `crypto.randomUUID` is missing on plain http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
