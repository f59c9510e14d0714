import { escapeHtml } from '../net/escape-html.ts'

/** HTML text; only `html` makes it. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[]

/** Builds HTML with every value escaped, except the results of `html`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: parts.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join('') }
}

function render(value: Value | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  if ('html' in value) return value.html
  return value.map((entry) => entry.html).join('\n')
}
