import { type BrowserContext, expect } from '@playwright/test'

export type PageGuard = {
  /** Begins to watch every page of a context, present and future ones; its own site is the store, if no other is named. */
  watch(context: BrowserContext, site?: string): Promise<void>
  /**
   * A complaint that this test brings about on purpose, such as the browser's own line about an answer of 409. A violation of the
   * policy cannot be allowed.
   */
  allow(...patterns: RegExp[]): void
  /** Addresses of other sites that the pages asked for. */
  foreignRequests: string[]
  /** Fails when anything was said that is not allowed. */
  verify(): void
}

/** Answers every other site with an empty page, which says it is ready as framed players do: the suite needs no internet, and pages that ask for one are seen. */
const STAND_IN =
  '<!doctype html><title>Another site</title><p>Another site</p><script>parent !== self && parent.postMessage("ready", "*")</script>'

/** What the listener of `watch` says, and what the browser itself says of the same. */
const isViolation = (text: string) => /^CSP violation|Content Security Policy/.test(text)

/** Watches pages for errors of the console and of scripts, for dialogs and for violations of the policy. */
export function createGuard(storeUrl: string): PageGuard {
  const complaints: string[] = []
  const violations: string[] = []
  const allowed: RegExp[] = []
  const foreignRequests: string[] = []
  return {
    async watch(context, site = storeUrl) {
      const { origin } = new URL(site)
      context.on('console', (message) => {
        const text = message.text()
        if (isViolation(text)) violations.push(text)
        else if (message.type() === 'error') complaints.push(`console: ${text} (${message.location().url})`)
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
      await context.route(
        (url) => /^https?:$/.test(url.protocol) && url.origin !== origin,
        async (route) => {
          foreignRequests.push(route.request().url())
          await route.fulfill({ contentType: 'text/html', body: STAND_IN })
        },
      )
    },
    allow: (...patterns) => allowed.push(...patterns),
    foreignRequests,
    verify() {
      expect(violations, 'violations of the policy').toEqual([])
      const unexpected = complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)))
      expect(unexpected, 'complaints of the pages').toEqual([])
    },
  }
}
