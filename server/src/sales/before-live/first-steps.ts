import { FIRST_STEPS, type FirstStep } from 'contract/before-live'
import { isOpen, type ShopFacts } from './open-steps.ts'

export type FirstFacts = ShopFacts & {
  /** The shop's own keys of the gateway, test or live. */
  hasKeys: boolean
  /** An own course was paid for. */
  sold: boolean
}

const isDone: Record<FirstStep, (facts: FirstFacts) => boolean> = {
  name: (facts) => !isOpen.name(facts),
  keys: ({ hasKeys }) => hasKeys,
  course: ({ courses }) => courses > 0,
  purchase: ({ sold }) => sold,
  live: ({ takesMoney }) => takesMoney,
}

/** How far a new shop has come, by what it holds; nothing once all is done, or the owner has put the list away. */
export function firstSteps(facts: FirstFacts): { step: FirstStep; done: boolean }[] {
  const steps = FIRST_STEPS.map((step) => ({ step, done: isDone[step](facts) }))
  return facts.settled.includes('getting_started') || steps.every(({ done }) => done) ? [] : steps
}
