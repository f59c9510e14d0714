import type { ErrorText } from 'contract/errors'
import { refused } from './file-parts.ts'
import { readText } from './text.ts'

const SCRIPTS = 'This SVG holds scripts. Export it as a plain drawing and upload that.'
const PAGES = 'This SVG holds pages of other kinds. Export it as a plain drawing and upload that.'
const ENTITIES = 'This SVG holds entities. Export it as a plain drawing and upload that.'
const REFERENCES = 'This SVG holds references to other places. Export it as a plain drawing and upload that.'
const INSTRUCTIONS = 'This SVG holds instructions to other programs. Export it as a plain drawing and upload that.'
const CUT_OFF = 'This SVG is cut off: its end is missing. Export it again and upload that.'

const MOST_ESCAPES = 20_000
const MOST_DEPTH = 1_000

/** Elements that draw, and those of editors' own settings; no scripts, pages or animations. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath tref title desc metadata style ' +
    'linearGradient radialGradient meshgradient meshrow meshpatch stop solidColor pattern hatch hatchpath clipPath mask marker image ' +
    'switch view a filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap ' +
    'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset ' +
    'fePointLight feSpecularLighting feSpotLight feTile feTurbulence flowRoot flowRegion flowPara flowSpan ' +
    'font font-face font-face-src font-face-name glyph missing-glyph hkern vkern'
  ).split(' '),
)
/** Matches allowed namespaces: SVG, links, and those of editors, which browsers do not draw. */
const NAMESPACE =
  /^(?:http:\/\/www\.w3\.org\/(?:2000\/(?:svg|xmlns\/)|1999\/xlink|XML\/1998\/namespace|1999\/02\/22-rdf-syntax-ns#)|https?:\/\/(?:www\.)?(?:inkscape\.org|sodipodi\.sourceforge\.net|creativecommons\.org|web\.resource\.org\/cc|purl\.org|ns\.adobe\.com|bohemiancoding\.com|serif\.com|figma\.com|boxy-svg\.com|vectornator\.io)(?:[/#].*)?)$/
const WITHIN = /^(?:#|$|data:image\/(?:png|jpe?g|gif|webp)[;,])/i

const ACTIVE: readonly (readonly [pattern: RegExp, reason: ErrorText])[] = [
  [/<\s*(?:[\w-]+:)?script/i, SCRIPTS],
  [/[\s"'/]on[a-z]+\s*=/i, SCRIPTS],
  [/javascript|vbscript|data\s*:\s*(?:text|application)\//i, SCRIPTS],
  [/<!ENTITY/i, ENTITIES],
  [/(?:(?:href|src)\s*=|url\(|@import)\s*(?:["']\s*)?(?:https?:|\/\/|file:)/i, REFERENCES],
]

/**
 * Checks that a file is an SVG. 422 when it is more than a drawing, or cut off. Examines each character a bounded
 * number of times.
 */
export async function isDrawing(path: string): Promise<boolean> {
  const svg = await readText(path, { utf16: false })
  if (svg === undefined) return false
  if (!beginsAsSvg(svg)) {
    // Entities are never in our own exports, and deserve their own message.
    if (/<!ENTITY/i.test(svg) && /<svg[\s>]/i.test(svg)) throw refused(ENTITIES)
    return false
  }
  const plain = withoutEscapes(svg)
  const active = ACTIVE.find(([pattern]) => pattern.test(plain))
  if (active) throw refused(active[1])
  checkMarkup(svg)
  return true
}

/** Allowed parts before the drawing, each by begin and end. */
const PROLOG: readonly (readonly [begin: string, end: string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
]
/** Bounds the parts before the drawing. */
const MOST_PROLOG = 1_000

function beginsAsSvg(xml: string): boolean {
  let at = 0
  for (let parts = 0; parts < MOST_PROLOG; parts += 1) {
    while (/\s|\ufeff/.test(xml.charAt(at))) at += 1
    const part = PROLOG.find(([begin]) => xml.startsWith(begin, at))
    if (!part) return /^<svg[\s>/]/i.test(xml.slice(at, at + 5))
    const end = xml.indexOf(part[1], at)
    if (end < 0) return false
    at = end + part[1].length
  }
  return false
}

/** Checks tag after tag: known elements, namespaces and addresses, each closed. */
function checkMarkup(xml: string): void {
  const endOf = (mark: string, from: number) => {
    const end = xml.indexOf(mark, from)
    if (end < 0) throw refused(CUT_OFF)
    return end + mark.length
  }
  let depth = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    if (xml.startsWith('<!--', at)) at = endOf('-->', at + 4)
    else if (xml.startsWith('<![CDATA[', at)) at = endOf(']]>', at)
    else if (xml.startsWith('<?', at)) {
      if (!/^<\?xml\s/.test(xml.slice(at, at + 6))) throw refused(INSTRUCTIONS)
      at = endOf('?>', at)
    } else if (xml.startsWith('<!', at)) {
      const end = endOf('>', at)
      if (xml.slice(at, end).includes('[')) throw refused(ENTITIES)
      at = end
    } else if (xml.startsWith('</', at)) {
      depth -= 1
      at = endOf('>', at)
    } else {
      const name = /^<([A-Za-z_][\w.-]{0,99})(:?)/.exec(xml.slice(at, at + 102))
      if (!name || (!name[2] && !ELEMENTS.has(name[1] ?? ''))) throw refused(PAGES)
      const end = checkAttributes(xml, at + name[0].length)
      if (xml[end - 2] !== '/') depth += 1
      if (depth > MOST_DEPTH)
        throw refused(
          'This SVG holds more than {count} groups in each other. Export it as a plain drawing and upload that.',
          { values: { count: MOST_DEPTH } },
        )
      at = end
    }
  }
  if (depth > 0) throw refused(CUT_OFF)
}

/** Checks the values up to the end of a tag, and returns its position. */
function checkAttributes(xml: string, from: number): number {
  const stop = /[>"']/g
  stop.lastIndex = from
  let before = from
  for (let found = stop.exec(xml); found; found = stop.exec(xml)) {
    if (found[0] === '>') return found.index + 1
    const end = xml.indexOf(found[0], found.index + 1)
    if (end < 0) break
    const name = /([\w:.-]{1,100})\s{0,9}=\s{0,9}$/.exec(
      xml.slice(Math.max(before, found.index - 120), found.index),
    )?.[1]
    const value = withoutEscapes(xml.slice(found.index + 1, end)).trim()
    if (name && /^xmlns(?::|$)/.test(name) && !NAMESPACE.test(value)) throw refused(PAGES)
    if (name && /(?:^|:)(?:href|src)$/i.test(name) && !WITHIN.test(value)) throw refused(REFERENCES)
    before = end + 1
    stop.lastIndex = before
  }
  throw refused(CUT_OFF)
}

/** Decodes numeric character references, legal in attributes. 422 for more than a drawing needs. */
function withoutEscapes(xml: string): string {
  let escapes = 0
  return xml.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) => {
    escapes += 1
    if (escapes > MOST_ESCAPES) {
      throw refused('This SVG writes more than {count} letters by their numbers. Save it as UTF-8 and upload that.', {
        values: { count: MOST_ESCAPES },
      })
    }
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
