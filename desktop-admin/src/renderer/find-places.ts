/** Parts of the window that are not its content. */
const NO_CONTENT = 'script, style, noscript, [data-title-bar], [data-find-bar]'
const BREAK = '\n'

/** Finds the visible places of a text below an element, in reading order. Letters' case does not matter. */
export function placesOf(wanted: string, root: Element): Range[] {
  const text = plain(wanted).trim()
  if (text === '') return []
  const { whole, parts } = read(root)
  const places: Range[] = []
  let next = 0
  const partAt = (at: number) => {
    while ((parts[next]?.end ?? whole.length) <= at) next += 1
    return parts[next]
  }
  for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + text.length)) {
    const from = partAt(at)
    const to = partAt(at + text.length - 1)
    if (!from || !to) continue
    const range = new Range()
    range.setStart(from.node, at - from.start)
    range.setEnd(to.node, at + text.length - to.start)
    places.push(range)
  }
  return places
}

type Part = { node: Text; start: number; end: number }

/** Joins the visible texts; a word may lie in several elements, but never in two blocks. */
function read(root: Element): { whole: string; parts: Part[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const parts: Part[] = []
  const blocks = new Map<Element, Element | null>()
  let whole = ''
  let before: Element | null = null
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const parent = node.parentElement
    if (!parent || node.data === '' || !isSeen(parent)) continue
    const block = blocks.has(parent) ? blocks.get(parent) : blockOf(parent)
    blocks.set(parent, block ?? null)
    if (block !== before) whole += BREAK
    before = block ?? null
    parts.push({ node, start: whole.length, end: whole.length + node.length })
    whole += plain(node.data)
  }
  return { whole, parts }
}

/** Text for screen readers alone is a pixel large. */
function isSeen(element: Element): boolean {
  if (element.closest(NO_CONTENT) || !element.checkVisibility({ visibilityProperty: true })) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 1 && height > 1
}

function blockOf(element: Element): Element | null {
  const isInline = /^(inline|contents)$/.test(getComputedStyle(element).display)
  return isInline && element.parentElement ? blockOf(element.parentElement) : element
}

/** Lower case and single spaces, letter by letter: places must not shift. */
function plain(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text).replace(/\s/g, ' ')
}
