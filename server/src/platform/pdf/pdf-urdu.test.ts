import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runsOfPdf, textOfPdf } from '../../../test/pdf.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { faces, loadShaper } from './pdf-faces.ts'
import { directionsOf } from './pdf-runs.ts'
import { type TextOptions, write } from './pdf-text.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
if (!hasPoppler) console.log('There is no pdftotext here: Urdu is read by pdf.js alone.')

const LETTERS = [...'ءآأؤئابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہۂۃھیے']

/** Draws each text on a line of its own. */
const drawn = (texts: readonly string[], weight: 'plain' | 'bold' = 'plain') =>
  pdfBytes({}, (doc) => {
    let y = 40
    for (const text of texts) {
      if (y > 780) {
        doc.addPage()
        y = 40
      }
      y += write(doc, text, { x: 40, y, width: 300, size: 14, weight }) + 6
    }
  })

const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** Returns the words as each reader copies them. */
async function copied(pdf: Buffer): Promise<string[][]> {
  const own = [words(await textOfPdf(pdf))]
  if (!hasPoppler) return own
  const shown = execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString()
  // `pdftotext` marks the directions of the lines.
  return [...own, words(shown.replace(/\p{Cf}/gu, ''))]
}

/** Returns each text whose letters a face draws by fewer glyphs. */
function joined(weight: 'plain' | 'bold'): string[] {
  const face = faces[weight].find(({ name }) => name === `arabic-${weight}`)
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return pairs
    .flatMap((pair) => [pair, `ب${pair}`, `${pair}ب`, `ب${pair}ب`])
    .filter((text) => (face?.font().layout(text, ['rtl']).glyphs.length ?? 0) < text.length)
}

describe('when Urdu is copied from a document,', () => {
  it('letters stay in order, for every pair that the font draws as one glyph', async () => {
    await loadShaper()
    for (const weight of ['plain', 'bold'] as const) {
      const texts = joined(weight)
      expect(texts).toEqual(expect.arrayContaining(['لا', 'بین', 'کی', 'بنر']))
      for (const read of await copied(await drawn(texts, weight))) expect(read).toEqual(texts)
    }
  })

  it('names are copied as they were typed', async () => {
    const names = ['حسین احمد', 'بلال انصاری', 'نسرین بانو', 'یاسمین میر', 'اسلام الدین', 'زندگی میں کلاس']
    for (const read of await copied(await drawn(names))) expect(read).toEqual(names.flatMap(words))
  })
})

/** Returns the left edge of each drawn run, by its line from above. */
async function edges(text: string, options: Partial<TextOptions> = {}): Promise<{ x: number; end: number }[]> {
  const pdf = await pdfBytes({}, (doc) => {
    write(doc, text, { x: 40, y: 40, width: 300, size: 12, ...options })
  })
  const [runs = []] = await runsOfPdf(pdf)
  const lines = new Map<number, { x: number; end: number }>()
  for (const { x, y, width } of runs) {
    if (width === 0) continue
    const line = lines.get(Math.round(y)) ?? { x, end: 0 }
    lines.set(Math.round(y), { x: Math.min(line.x, x), end: Math.max(line.end, x + width) })
  }
  return [...lines.values()]
}

describe('in a paragraph of Urdu and Latin words,', () => {
  const course =
    'کورس Reels, Shorts, Instagram, YouTube, Facebook, Telegram, WhatsApp, Pinterest, Snapchat اور ویڈیو ایڈیٹنگ'

  it('a comma stays behind its word where a line ends there', async () => {
    for (let width = 120; width <= 300; width += 20) {
      const pdf = await pdfBytes({}, (doc) => {
        write(doc, course, { x: 40, y: 40, width, size: 12 })
      })
      const text = await textOfPdf(pdf)
      // In the order of the page: a comma that jumped would be before another word of its line.
      for (const name of ['Reels', 'Shorts', 'Instagram', 'YouTube', 'Facebook', 'Telegram', 'WhatsApp', 'Pinterest'])
        expect(text, `${width} points`).toContain(`${name},`)
    }
  })

  it('directions are those of the whole paragraph, not of a line', () => {
    const { direction, levels } = directionsOf(course)
    expect(direction).toBe('rtl')
    expect(levels?.[course.indexOf(',')]).toBe(2)
  })

  it('the lines end at the right unless the caller passes another side', async () => {
    for (const { end } of await edges(`${course} ${course}`)) expect(end).toBeCloseTo(340, 0)
    for (const { x } of await edges('Reels, کورس Shorts')) expect(x).toBeCloseTo(40, 0)
    for (const { x } of await edges(course, { align: 'left' })) expect(x).toBeCloseTo(40, 0)
  })
})
