/** A formula that links to an email address: `HYPERLINK("mailto:asha@example.com", "Asha")`. */
export const MAIL_LINK = /^HYPERLINK\(\s*"mailto:([^"?@\s]+@[^"?\s]+)/i

const LINK = /^=HYPERLINK\(\s*"([^"]*)"\s*(?:[,;]\s*"((?:[^"]|"")*)"\s*)?\)$/i

/** Writes a formula that nobody calculated, and that is a link, as its cell shows it, with the address of an email. */
export function linkText(formula: string): string {
  const [, target = '', words] = LINK.exec(formula) ?? []
  if (target === '') return formula
  const address = MAIL_LINK.exec(formula.slice(1))?.[1]
  const shown = (words ?? target.replace(/^mailto:/i, '')).replaceAll('""', '"')
  return address && !shown.includes('@') ? `${shown} <${address}>`.trim() : shown
}
