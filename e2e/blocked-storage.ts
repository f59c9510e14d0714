import type { Page } from '@playwright/test'

/** Refuses every storage, as a browser whose site data is blocked does. */
export const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: blocked })
  })
