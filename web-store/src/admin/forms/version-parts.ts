/** One thing that is not the same in the two versions. */
export type VersionPart = {
  id: string
  label: string
  mine: unknown
  theirs: unknown
  /** Whether this admin has changed it: then it is the one that is proposed. */
  changedHere: boolean
}

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

type Labels<Part extends string> = readonly (readonly [part: Part, label: string])[]

/** What differs between this admin's version and the one that is stored now, in words; `base` is the one the edit began with. */
export function versionParts<Part extends string, Rules>(
  labels: Labels<Part>,
  wordsOf: (rules: Rules, part: Part) => unknown,
  { mine, theirs, base }: { mine: Rules; theirs: Rules; base: Rules | null },
): VersionPart[] {
  return labels.flatMap(([part, label]) => {
    const [here, there, was] = [wordsOf(mine, part), wordsOf(theirs, part), base && wordsOf(base, part)]
    if (sameValue(here, there)) return []
    return [{ id: part, label, mine: here, theirs: there, changedHere: !sameValue(here, was) }]
  })
}

/** This admin's version with theirs of the parts named. */
export function mergedParts<Part extends string, Body extends object>(
  labels: Labels<Part>,
  mine: Body,
  theirs: Record<Part, unknown>,
  taken: ReadonlySet<string>,
): Body {
  const parts = labels.filter(([part]) => taken.has(part)).map(([part]) => [part, theirs[part]])
  return { ...mine, ...(Object.fromEntries(parts) as Partial<Body>) }
}
