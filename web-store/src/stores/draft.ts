/** What a buyer without an account has typed at checkout. */
export type BuyerDraft = { name: string; email: string; phone: string }

/** What a buyer says for a tax invoice: two digits of GST for the state; number, name and address of a business. */
export type BillingDraft = {
  billing_state: string
  billing_gstin: string
  billing_name: string
  billing_address: string
}

/**
 * What is typed at checkout, kept for as long as the tab is open: a look at the cart, a reload, or a phone that dropped the page in the
 * background costs nothing. Nothing here throws; without a storage nothing is kept.
 */
function draftOf<Kept extends Record<string, string>>(key: string, empty: Kept) {
  return {
    empty,

    read(): Kept {
      const draft: Record<string, string> = { ...empty }
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
        if (typeof kept !== 'object' || kept === null) return empty
        for (const field of Object.keys(empty)) {
          const text = (kept as Partial<Record<string, unknown>>)[field]
          if (typeof text === 'string') draft[field] = text
        }
      } catch {}
      return draft as Kept
    },

    keep(details: Partial<Kept>): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(details))
      } catch {}
    },

    forget(): void {
      try {
        sessionStorage.removeItem(key)
      } catch {}
    },
  }
}

export type Draft<Kept extends Record<string, string>> = ReturnType<typeof draftOf<Kept>>

/** The details of a buyer, until it is known who buys. */
export const draft = draftOf<BuyerDraft>('checkout_draft', { name: '', email: '', phone: '' })

export const billingDraft = draftOf<BillingDraft>('checkout_billing', {
  billing_state: '',
  billing_gstin: '',
  billing_name: '',
  billing_address: '',
})

/** A message to the shop that is not sent yet. */
export const contactDraft = draftOf('contact_draft', { name: '', email: '', subject: '', message: '' })

const MOST_CHARACTERS = 200_000

/** What one person, `of`, is writing, by names of its own: only they read it, and no more than the newest `most` are kept. */
function personalDrafts(key: string, most: number) {
  const kept = draftOf(key, { drafts: '', of: '' })
  return {
    ...kept,
    by(of: string | undefined): Record<string, unknown> {
      const { drafts, of: writer } = kept.read()
      if (writer !== of) return {}
      try {
        const found: unknown = JSON.parse(drafts)
        return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
      } catch {
        return {}
      }
    },
    keepBy(of: string, drafts: Readonly<Record<string, unknown>>): void {
      // A list of many pages would leave no room for the others.
      const fitting = Object.entries(drafts).filter(([, draft]) => JSON.stringify(draft).length <= MOST_CHARACTERS)
      const newest = fitting.slice(-most)
      kept.keep({ drafts: JSON.stringify(Object.fromEntries(newest)), of })
    },
  }
}

/** What the student with the id `of` is writing under lessons; `lesson-drafts.ts` reads it. */
export const lessonDraft = personalDrafts('lesson_drafts', 20)
