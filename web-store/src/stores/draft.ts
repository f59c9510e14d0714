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

/** What the student with the id `of` is writing under lessons; `lesson-drafts.ts` reads it. */
export const lessonDraft = draftOf('lesson_drafts', { drafts: '', of: '' })
