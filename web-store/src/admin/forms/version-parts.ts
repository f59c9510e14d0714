/** One part that differs between two versions. */
export type VersionPart = {
  id: string
  label: string
  mine: unknown
  theirs: unknown
  /** True if this admin changed it; the dialog then preselects this version. */
  changedHere: boolean
}

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

type Labels<Part extends string> = readonly (readonly [part: Part, label: string])[]

/** Lists the differences between this admin's version and the stored one; the edit began with `base`. */
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

/** Returns this admin's version with the named parts of the other one. */
export function mergedParts<Part extends string, Body extends object>(
  labels: Labels<Part>,
  mine: Body,
  theirs: Record<Part, unknown>,
  taken: ReadonlySet<string>,
): Body {
  const parts = labels.filter(([part]) => taken.has(part)).map(([part]) => [part, theirs[part]])
  return { ...mine, ...(Object.fromEntries(parts) as Partial<Body>) }
}

/** Renders values in one line each, short enough to compare. */
export function wordsOf(value: unknown): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return 'Empty'
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!Array.isArray(value)) return String(value)
  const lines = value.map((entry) =>
    typeof entry === 'object' && entry !== null ? Object.values(entry).filter(Boolean).join(', ') : String(entry),
  )
  return lines.join('\n')
}
