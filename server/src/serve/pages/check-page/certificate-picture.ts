import type { CertificateRow } from '../../../courses/certificates/certificates.queries.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { type Drawing, rect, shape, stall, whole } from '../share-drawing.ts'
import type { Fitted, Lettering } from '../share-lettering.ts'

const PAPER = { x: 48, y: 92, width: 1104, height: 404 }
const LEFT = 104
const INDIGO = '#2B3390'
const INK = '#15173A'
const MUTED = '#4A4E6E'
const RANI = '#B8165C'
const MARIGOLD = '#FFB81C'

type Shown = Pick<CertificateRow, 'name' | 'course_name' | 'shop_name' | 'language' | 'issued_at'>

/** Draws a certificate for where its address is shared: the facts of its public page on paper, at the shop's stall. */
export function drawCertificatePicture(letters: Lettering, row: Shown): Drawing {
  const { t, longDay } = inLanguage(row.language)
  const { x, y, width, height } = PAPER
  const title = letters.fit(t('Certificate of completion'), { width: 780, height: 48, max: 38, min: 20 })
  const name = letters.fit(row.name, { width: 790, height: 116, max: 84, min: 30 })
  const course = letters.fit(row.course_name, { width: 980, height: 88, max: 46, min: 26 })
  const day = letters.fit(`${t('Issued on')}: ${longDay(row.issued_at)}`, { width: 980, height: 36, max: 26, min: 16 })
  const ground = [
    stall(letters, row.shop_name),
    rect(x + 4, y + 8, width, height, '#2A2D70', 10),
    rect(x, y, width, height, '#FFFDF7', 10),
    rect(x, y, 14, height, MARIGOLD, 7),
    lines(title, 148, RANI),
    lines(name, 238, INDIGO),
    lines(letters.fit(t('has completed the course'), { width: 980, height: 36, max: 26, min: 16 }), 330, MUTED),
    lines(course, 392, INK),
    lines(day, 464, MUTED),
    seal(1032, 212),
  ]
  return { ground: ground.join(''), frames: [], top: whole('') }
}

/** Draws lines of text around the height `middle`. */
function lines({ lines: all, size, lineHeight }: Fitted, middle: number, fill: string): string {
  const first = middle - (all.length * lineHeight) / 2 + lineHeight / 2 + size * 0.34
  return all.map(({ outline }, index) => shape(outline, fill, LEFT, first + index * lineHeight)).join('')
}

/** Draws a rosette with a tick around a point. */
function seal(x: number, y: number): string {
  const petals = Array.from({ length: 18 }, (_, index) => {
    const angle = (index / 18) * 2 * Math.PI
    return `<circle cx="${(x + 64 * Math.cos(angle)).toFixed(1)}" cy="${(y + 64 * Math.sin(angle)).toFixed(1)}" r="12"/>`
  })
  return `<g fill="${MARIGOLD}">${petals.join('')}<circle cx="${x}" cy="${y}" r="64"/></g>
<g fill="none" stroke="${INK}"><circle cx="${x}" cy="${y}" r="50" stroke-width="2.5"/>
<path d="M${x - 24} ${y + 2}l18 18 31 -37" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/></g>`
}
