import { StringDecoder } from 'node:string_decoder'
import { NoTable } from './table-shape.ts'

/** A tag, a text or a value longer than this is made to do harm. */
const MOST_HELD = 1024 * 1024

export type XmlHandlers = {
  /**
   * `name` without its prefix; `attributes` as they are written. A closed tag `<a/>` opens and closes. Elements of another namespace than
   * the outermost one, and what is inside them, are left out: `x15:workbookPr` is no `workbookPr`.
   */
  open: (name: string, attributes: string) => void
  close: (name: string) => void
  text: (text: string) => void
}

/**
 * Reads XML piece by piece, with none of it in memory. It knows what spreadsheets write: tags, texts, CDATA and comments. Entities of a
 * document type are not expanded.
 */
export async function scanXml(
  pieces: AsyncIterable<Buffer>,
  { open, close, text }: XmlHandlers,
  isDone: () => boolean = () => false,
): Promise<void> {
  const decoder = new StringDecoder('utf8')
  const spaces = namespaces()
  let held = ''
  for await (const piece of pieces) {
    held += decoder.write(piece)
    let at = 0
    for (;;) {
      const begin = held.indexOf('<', at)
      if (begin < 0) break
      const [mark, end] = endOfTag(held, begin)
      if (end < 0) break
      if (begin > at && spaces.isMain()) text(unescapeXml(held.slice(at, begin)))
      if (mark === 'cdata' && spaces.isMain()) text(held.slice(begin + 9, end - 3))
      else if (mark === 'tag') tag(held.slice(begin + 1, end - 1), spaces, { open, close })
      at = end
    }
    held = held.slice(at)
    if (held.length > MOST_HELD) throw new NoTable('invalid', 'This workbook is damaged. Save it anew and choose that.')
    if (isDone()) return
  }
}

/** Returns the place behind the tag, or -1 when it goes on in the next piece. */
function endOfTag(held: string, begin: number): ['tag' | 'cdata' | 'skip', number] {
  if (held[begin + 1] !== '!') {
    const end = closeOf(held, begin)
    return [held[begin + 1] === '?' ? 'skip' : 'tag', end < 0 ? -1 : end + 1]
  }
  const start = held.slice(begin, begin + 9)
  if (start.length < 9) return ['skip', -1]
  const [mark, close] = start.startsWith('<!--')
    ? (['skip', '-->'] as const)
    : start === '<![CDATA['
      ? (['cdata', ']]>'] as const)
      : (['skip', '>'] as const)
  const end = held.indexOf(close, begin + 4)
  return [mark, end < 0 ? -1 : end + close.length]
}

const TAG = /<(?:[^"'>]|"[^"]*"|'[^']*')*>/y
/** Returns the place of the `>` of a tag; one inside the quotes of a value is a letter. */
function closeOf(held: string, begin: number): number {
  TAG.lastIndex = begin
  const end = held.indexOf('>', begin)
  if (end < 0) return end
  // Most tags have no such letter.
  const quotes = held.slice(begin, end).replaceAll(/[^"']/g, '')
  if (/^(?:""|'')*$/.test(quotes)) return end
  return TAG.test(held) ? TAG.lastIndex - 1 : -1
}

function tag(
  inside: string,
  spaces: ReturnType<typeof namespaces>,
  { open, close }: Pick<XmlHandlers, 'open' | 'close'>,
): void {
  if (inside[0] === '/') {
    if (spaces.close()) close(bare(inside.slice(1).trimEnd()))
    return
  }
  const space = /[\s/]/.exec(inside)?.index ?? inside.length
  const name = inside.slice(0, space)
  const isMain = spaces.open(name, inside.slice(space))
  if (isMain) open(bare(name), inside.slice(space))
  if (!inside.endsWith('/')) return
  spaces.close()
  if (isMain) close(bare(name))
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/** Follows the namespaces of open elements; main is that of the outermost one. */
function namespaces() {
  /** Addresses by prefix, each list with the depth of the element that declares it. */
  const declared: { depth: number; of: Map<string, string> }[] = []
  let [depth, foreign, main] = [0, 0, '']
  return {
    isMain: () => foreign === 0,
    /** Returns true for an element that is main and in no other. */
    open(name: string, attributes: string): boolean {
      depth += 1
      if (foreign > 0) return false
      if (attributes.includes('xmlns')) {
        const of = new Map(declared.at(-1)?.of)
        for (const [, prefix = '', one, other] of attributes.matchAll(XMLNS)) of.set(prefix, one ?? other ?? '')
        declared.push({ depth, of })
      }
      const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
      const address = declared.at(-1)?.of.get(prefix) ?? `?${prefix}`
      if (depth === 1) main = address
      if (address === main) return true
      foreign = depth
      return false
    },
    close(): boolean {
      const isMain = foreign === 0
      if (foreign === depth) foreign = 0
      if (declared.at(-1)?.depth === depth) declared.pop()
      depth -= 1
      return isMain
    },
  }
}
const XMLNS = /\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const ATTRIBUTES = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Returns the value of an attribute without a prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found, one, other] of attributes.matchAll(ATTRIBUTES))
    if (found === name) return unescapeXml(one ?? other ?? '')
  return undefined
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex, decimal, name) => {
    if (name) return NAMED[name] ?? all
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0x10ffff ? '' : String.fromCodePoint(code)
  })
}
