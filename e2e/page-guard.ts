import { type BrowserContext, expect } from '@playwright/test'
import { countRequests } from './quiet.ts'

export type PageGuard = {
  /**
   * Watches every page of a context, present and future. The desktop window itself answers the question about unsaved
   * changes.
   */
  watch(context: BrowserContext, host?: 'browser' | 'desktop'): Promise<void>
  /**
   * Allows an error that this test causes on purpose, such as the browser's message about a 409. Policy violations
   * cannot be allowed.
   */
  allow(...patterns: RegExp[]): void
  /** Ignores errors from now on: the test has ended, and its courses are deleted while pages may still load them. */
  rest(): void
  /** Fails if a page reported an error that is not allowed. */
  verify(): void
}

/** Matches the message of the listener in `watch`, and the browser's own message. */
const isViolation = (text: string) => /^CSP violation|Content Security Policy/.test(text)

/** Matches what the browser says of the sandbox gateway's frame, which opens no app. */
const isAppBlocked = (text: string) => text.startsWith('Navigation to external protocol blocked by sandbox')

/** Watches pages for console errors, script errors, dialogs and policy violations. */
export function createGuard(): PageGuard {
  const complaints: string[] = []
  const violations: string[] = []
  const allowed: RegExp[] = []
  let isOver = false
  return {
    async watch(context, host = 'browser') {
      countRequests(context)
      context.on('console', (message) => {
        const text = message.text()
        if (isViolation(text)) violations.push(text)
        else if (message.type() === 'error' && !isOver && !isAppBlocked(text))
          complaints.push(`console: ${text} (${message.location().url})`)
      })
      context.on('weberror', (error) => complaints.push(`page error: ${error.error().stack ?? error.error().message}`))
      context.on('dialog', (dialog) => {
        if (host === 'desktop' && dialog.type() === 'beforeunload') return
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
