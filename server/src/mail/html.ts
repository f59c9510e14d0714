/** Text that is HTML already; made by `html` only. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[]

/** HTML with every value escaped, but for what `html` itself has made. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: parts.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join('') }
}

function render(value: Value | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  if ('html' in value) return value.html
  return value.map((entry) => entry.html).join('\n')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
