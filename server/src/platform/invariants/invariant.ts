/** Something that holds after every transaction of the shop, whatever a test, a person or a gateway did before. */
export type Invariant = {
  /** The rule as a claim that an owner understands. */
  sentence: string
  /**
   * Selects the rows that break it: `id`, and `what` a person reads of it, without names and addresses. `:now` is the time of the shop's clock:
   * what a job mends within minutes is bounded by it. Read by index, because a shop may have 200,000 students.
   */
  sql: string
}

/**
 * Declares an invariant. A feature exports its own as constants of its `*.invariants.ts`, which its `feature.ts` imports whole. They run when a
 * test database is dropped, in drills, every night, and by `npm run doctor -- invariants`.
 */
export const invariant = (sentence: string, sql: string): Invariant => ({ sentence, sql })
