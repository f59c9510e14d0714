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

/**
 * Fills a translated text with values, some of them HTML: `rich('Pay <b>now</b>: {sum}', { b: bold, sum: html`…` })`.
 * The text is ours, its lines are those of the plain email.
 */
export function rich(text: string, parts: Record<string, string | number | Html | ((words: string) => Html)>): Html {
  const nodes: Html[] = []
  let at = 0
  const flowing = flow(text)
  for (const { 0: whole, 1: tag, 2: words = '', 3: name, index } of flowing.matchAll(PART)) {
    const part = parts[tag ?? name ?? ''] ?? whole
    nodes.push(html`${flowing.slice(at, index)}${typeof part === 'function' ? part(words) : part}`)
    at = index + whole.length
  }
  return { html: [...nodes, html`${flowing.slice(at)}`].map((node) => node.html).join('') }
}

const PART = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g

/** Joins the lines of a text that is broken for the plain email. */
export const flow = (text: string): string => text.replaceAll('\n', ' ')

export const bold = (words: string): Html => html`<strong>${words}</strong>`
