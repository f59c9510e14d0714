/** MDN's statement of one browser: the versions that added and removed a feature. */
type Statement = {
  version_added: string | false | null
  version_removed?: string
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
export type Support = Partial<Record<string, Statement | Statement[]>>

/** The phones' browsers of a family have versions of their own in the table. */
const FAMILIES = {
  chrome: ['chrome', 'chrome_android'],
  safari: ['safari', 'safari_ios'],
  firefox: ['firefox', 'firefox_android'],
} as const
type Family = keyof typeof FAMILIES

/** Compares versions such as `15.6` and `≤79`. */
function isAtMost(version: string, floor: string): boolean {
  const [a, b] = [version, floor].map((one) => one.replace('≤', '').split('.').map(Number)) as [number[], number[]]
  const at = a.findIndex((part, place) => part !== (b[place] ?? 0))
  return at < 0 || (a[at] as number) < (b[at] ?? 0)
}

const has = (statement: Statement, version: string): boolean =>
  !statement.flags &&
  !statement.prefix &&
  !statement.alternative_name &&
  typeof statement.version_added === 'string' &&
  statement.version_added !== 'preview' &&
  isAtMost(statement.version_added, version) &&
  !(statement.version_removed && isAtMost(statement.version_removed, version))

/** Lists the browsers that lack a feature at these versions. */
export function missingIn(floor: Partial<Record<Family, string>>, support: Support): string[] {
  return Object.entries(floor).flatMap(([family, version]) =>
    FAMILIES[family as Family].filter((browser) => {
      const statements = support[browser]
      return statements !== undefined && ![statements].flat().some((statement) => has(statement, version))
    }),
  )
}
