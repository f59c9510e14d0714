import { StringDecoder } from 'node:string_decoder'
import { NoTable } from './table-shape.ts'

/** A tag, a text or a value longer than this is made to do harm. */
const MOST_HELD = 1024 * 1024

export type XmlHandlers = {
  /** `name` without its namespace; `attributes` as they are written. A closed tag `<a/>` opens and closes. */
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
  let held = ''
  for await (const piece of pieces) {
    held += decoder.write(piece)
    let at = 0
    for (;;) {
      const begin = held.indexOf('<', at)
      if (begin < 0) break
      const [mark, end] = endOfTag(held, begin)
      if (end < 0) break
      if (begin > at) text(unescapeXml(held.slice(at, begin)))
      if (mark === 'cdata') text(held.slice(begin + 9, end - 3))
      else if (mark === 'tag') tag(held.slice(begin + 1, end - 1), open, close)
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
    const end = held.indexOf('>', begin)
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

function tag(inside: string, open: XmlHandlers['open'], close: XmlHandlers['close']): void {
  if (inside[0] === '/') {
    close(bare(inside.slice(1).trimEnd()))
    return
  }
  const closed = inside.endsWith('/')
  const space = /[\s/]/.exec(inside)?.index ?? inside.length
  const name = bare(inside.slice(0, space))
  open(name, inside.slice(space))
  if (closed) close(name)
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/** Returns the value of an attribute, which may have a namespace. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : unescapeXml(value)
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
