import { Fragment, type ReactNode } from 'react'

/** Replacements in the text: an element for `{name}`, a function of the content for `<name>words</name>`. */
type Parts = Record<string, ReactNode | ((words: string) => ReactNode)>

const PART = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g

/**
 * Returns a text with elements in it: `rich('I accept the <terms>terms</terms>', { terms: (words) => <Link
 * to="…">{words}</Link> })`. The text is a plain string for the same reason as that of `t`; a translation may move its
 * parts.
 */
export function rich(text: string, parts: Parts): ReactNode {
  const nodes: ReactNode[] = []
  let at = 0
  for (const { 0: whole, 1: tag, 2: words = '', 3: name, index } of text.matchAll(PART)) {
    const part = parts[tag ?? name ?? ''] ?? whole
    nodes.push(
      text.slice(at, index),
      <Fragment key={index}>{typeof part === 'function' ? part(words) : part}</Fragment>,
    )
    at = index + whole.length
  }
  return [...nodes, text.slice(at)]
}
