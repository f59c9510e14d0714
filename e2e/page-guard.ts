import { type BrowserContext, expect } from '@playwright/test'

export type PageGuard = {
  /** Begins to watch every page of a context, present and future ones. */
  watch(context: BrowserContext): Promise<void>
  /**
   * A complaint that this test brings about on purpose, such as the browser's own line about an answer of 409. A violation of the
   * policy cannot be allowed.
   */
  allow(...patterns: RegExp[]): void
  /** Ignores what pages complain of from now on: the test has ended, and its courses go while pages may still load them. */
  rest(): void
  /** Fails when anything was said that is not allowed. */
  verify(): void
}

/** What the listener of `watch` says, and what the browser itself says of the same. */
const isViolation = (text: string) => /^CSP violation|Content Security Policy/.test(text)

/** Watches pages for errors of the console and of scripts, for dialogs and for violations of the policy. */
export function createGuard(): PageGuard {
  const complaints: string[] = []
  const violations: string[] = []
  const allowed: RegExp[] = []
  let isOver = false
  return {
    async watch(context) {
      context.on('console', (message) => {
        const text = message.text()
        if (isViolation(text)) violations.push(text)
        else if (message.type() === 'error' && !isOver) complaints.push(`console: ${text} (${message.location().url})`)
      })
      context.on('weberror', (error) => complaints.push(`page error: ${error.error().stack ?? error.error().message}`))
      context.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI}`)
        })
      })
    },
    allow: (...patterns) => allowed.push(...patterns),
    rest() {
      isOver = true
    },
    verify() {
      expect(violations, 'violations of the policy').toEqual([])
      const unexpected = complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)))
      expect(unexpected, 'complaints of the pages').toEqual([])
    },
  }
}
