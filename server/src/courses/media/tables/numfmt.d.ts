/** The part of numfmt that the shop uses: its package names a file of types that it does not hold. */
declare module 'numfmt' {
  /** Throws for a code that is none. */
  export function format(code: string, value: number | string): string
  export function isDateFormat(code: string): boolean
  export function isPercentFormat(code: string): boolean
}
