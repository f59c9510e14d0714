/** What was done to a course that has this state now. */
export const intoStates: Record<string, { did: string; rest?: string; whole: true }> = {
  published: { did: 'published', whole: true },
  unlisted: { did: 'made', rest: 'unlisted', whole: true },
  draft: { did: 'took', rest: 'off the store', whole: true },
  archived: { did: 'archived', whole: true },
}
