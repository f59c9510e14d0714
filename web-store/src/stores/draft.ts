/** What a buyer without an account has typed at checkout. */
export type Draft = { name: string; email: string; phone: string }

const KEY = 'checkout_draft'
const fields = ['name', 'email', 'phone'] as const

/**
 * The details of a buyer, kept for as long as the tab is open: a look at the cart, a reload, or a phone that dropped the page in the
 * background costs nothing that was typed. Nothing here throws; without a storage nothing is kept.
 */
export const draft = {
  read(): Draft {
    const empty: Draft = { name: '', email: '', phone: '' }
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
      if (typeof kept !== 'object' || kept === null) return empty
      for (const field of fields) {
        const text = (kept as Partial<Record<string, unknown>>)[field]
        if (typeof text === 'string') empty[field] = text
      }
    } catch {}
    return empty
  },

  keep(details: Partial<Draft>): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(details))
    } catch {}
  },

  /** Who buys is known by now. */
  forget(): void {
    try {
      sessionStorage.removeItem(KEY)
    } catch {}
  },
}
