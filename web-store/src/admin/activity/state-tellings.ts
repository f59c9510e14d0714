import { moneyText, valueText } from './field-labels.ts'
import type { Entry, Phrase } from './phrases.ts'

/** Describes the change that put a course into its present state. */
export const intoStates: Record<string, { did: string; rest?: string; whole: true }> = {
  published: { did: 'published', whole: true },
  unlisted: { did: 'made', rest: 'unlisted', whole: true },
  draft: { did: 'took', rest: 'off the store', whole: true },
  archived: { did: 'archived', whole: true },
}

type Sale = { price: number; from: string; until: string }
type Withdraw = { at: string; to: string }

const plans: Record<string, [none: string, told: (value: unknown) => string]> = {
  publish_at: ['no moment to publish it', (at) => `published on ${valueText('at', at)}`],
  withdraw: [
    'no moment to withdraw it',
    (value) => `${(value as Withdraw).to} on ${valueText('at', (value as Withdraw).at)}`,
  ],
  sale: [
    'no sale',
    (value) => {
      const { price, from, until } = value as Sale
      return `on sale for ${moneyText(price)} from ${valueText('from', from)} to ${valueText('until', until)}`
    },
  ],
}

/** Describes the plans of an admin for a course. */
export function planned({ after }: Entry): Phrase {
  const [first = [], ...more] = Object.entries(after ?? {}).flatMap(([name, value]) => {
    const plan = plans[name]
    return plan ? [value ? ['to be', plan[1](value)] : ['with', plan[0]]] : []
  })
  const told = [first, ...more].map((words) => words.join(' ')).join('; ')
  return { did: 'planned', rest: told || 'without a change', whole: true }
}
