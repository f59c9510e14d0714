import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { readCaptions } from '../../server/src/courses/media/content/captions.ts'
import { fc } from '../../server/test/fast-check.ts'

const FOREIGN = join(import.meta.dirname, '../../server/test/foreign-captions')
const ORIGIN = 'http://captions.test'

type ShownCue = { from: number; to: number; text: string }

/** Reads files as the browser reads a track, each to the cues that it would show. */
async function shownBy(page: Page, files: readonly string[]): Promise<ShownCue[][]> {
  await page.route(`${ORIGIN}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    return name === ''
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Captions</title><video></video>' })
      : route.fulfill({ contentType: 'text/vtt', body: files[Number(name)] ?? '' })
  })
  await page.goto(`${ORIGIN}/`)
  return page.evaluate(async (many) => {
    const video = document.querySelector('video') as HTMLVideoElement
    const read = (name: number) =>
      new Promise<ShownCue[]>((resolve, reject) => {
        const file = document.createElement('track')
        file.src = `/${name}`
        file.addEventListener('load', () => {
          const cues = [...(file.track.cues ?? [])].map((cue) => ({
            from: cue.startTime,
            to: cue.endTime,
            // A line of nothing but marks has a space here.
            text: (cue as VTTCue).getCueAsHTML().textContent?.replaceAll(/[ \t]+$/gm, '') ?? '',
          }))
          file.remove()
          resolve(cues)
        })
        file.addEventListener('error', () => reject(new Error(`file ${name} is no track`)))
        video.append(file)
        file.track.mode = 'hidden'
      })
    const all: ShownCue[][] = []
    for (let name = 0; name < many; name += 1) all.push(await read(name))
    return all
  }, files.length)
}

const storedOf = (text: string) => {
  const read = readCaptions(text)
  return 'vtt' in read ? read.vtt : undefined
}

const two = (value: number) => String(value).padStart(2, '0')
const three = (value: number) => String(value).padStart(3, '0')
const time = (ms: number, mark: string) =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}${mark}${three(ms % 1000)}`

/** Words and marks of WebVTT: tags that it knows, entities, and what is only a letter. */
const vttLine = fc
  .array(
    fc.constantFrom(
      ...[
        'Namaste',
        'to the course',
        'नमस्ते',
        ' ',
        '  ',
        '>',
        '&amp;',
        '&lt;',
        '&gt;',
        '&nbsp;',
        '&copy;',
        'AT&T',
        'a - b',
      ],
      ...[
        '<b>',
        '</b>',
        '<i>',
        '</i>',
        '<u>',
        '<c>',
        '</c>',
        '<c.yellow.bg_blue>',
        '<v Asha Devi>',
        '</v>',
        '<lang hi>',
      ],
      ...['</lang>', '<ruby>', '<rt>', '</rt>', '</ruby>', '<00:00:01.500>', '<b.loud>', '->', '-'],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''))
const place = fc.record({
  step: fc.integer({ min: 0, max: 5_000 }),
  length: fc.constantFrom(0, 1, 10, 1_500, 4_000),
  lines: fc.array(vttLine, { maxLength: 3 }),
  name: fc.constantFrom('', '', '1', 'intro', 'first cue - a'),
  settings: fc.constantFrom('', '', ' align:start position:0%', '\tline:0', ' region:a vertical:rl'),
  gap: fc.constantFrom('\n', '\n\n', '\n\n\n', '', '\n\nNOTE a word\nof its own\n\n'),
})
/** WebVTT as programs write it: headers with lines, names, notes, no empty line between cues, several line ends. */
const vttFile = fc
  .record({
    head: fc.constantFrom(
      'WEBVTT\n\n',
      'WEBVTT\n',
      'WEBVTT - by hand\n\n',
      'WEBVTT\nKind: captions\nLanguage: en\n\n',
      'WEBVTT\nKind: captions\n',
    ),
    begin: fc.constantFrom('', 'STYLE\n::cue { color: red }\n\n', 'REGION\nid:a\n\n', 'NOTE\nnothing\n\n'),
    cues: fc.array(place, { minLength: 1, maxLength: 6 }),
    breaks: fc.constantFrom('\n', '\r\n', '\r'),
    mark: fc.constantFrom('', '\ufeff'),
  })
  .map(({ head, begin, cues, breaks, mark }) => {
    let at = 0
    const body = cues.map(({ step, length, lines, name, settings, gap }) => {
      at += step
      const words = lines.filter((line) => line !== '').map((line) => `${line}\n`)
      // Without an empty line above it a name is a line of the text.
      return `${name && `${name}\n`}${time(at, '.')} --> ${time(at + length, '.')}${settings}\n${words.join('')}${gap}`
    })
    return mark + `${head}${begin}${body.join('')}`.replaceAll('\n', breaks)
  })

test('WebVTT is stored with the cues that the browser reads in the file', { tag: '@long' }, async ({ page }) => {
  const samples = globSync('*.vtt', { cwd: FOREIGN }).map((name) => readFileSync(join(FOREIGN, name), 'utf8'))
  const corpus = [...samples, ...fc.sample(vttFile, { numRuns: 200, seed: 20261128 })]
  const stored = corpus.map(storedOf)
  const used = corpus.flatMap((sent, at) => (stored[at] === undefined ? [] : [{ sent, stored: stored[at] }]))
  expect(used.length).toBeGreaterThan(corpus.length * 0.98)
  const shown = await shownBy(
    page,
    used.flatMap((one) => [one.sent, one.stored]),
  )
  for (const [at, { sent }] of used.entries()) expect(shown[2 * at + 1], sent).toEqual(shown[2 * at])
})

/** Words of a programming course, and of programs that write SRT. */
const srtLine = fc
  .array(
    fc.constantFrom(
      ...[
        'if a < b and c > d',
        'List<String>',
        'the <h1> tag',
        '&lt;3',
        'Tom & Jerry',
        '&copy',
        'AT&T',
        '<!-- a -->',
        'x --> y',
      ],
      ...['a<b', '</div>', '<>', '<', '>', '&amp;', 'नमस्ते', 'Map<String, List<Int>>', 'i<10;i++', '1', '12:30'],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(' '))
const srtCue = fc.record({
  step: fc.integer({ min: 1, max: 5_000 }),
  length: fc.constantFrom(0, 1, 1_500),
  lines: fc.array(srtLine, { minLength: 1, maxLength: 3 }),
  isDivided: fc.boolean(),
})

test('SRT is shown by the browser as it is typed', async ({ page }) => {
  const files = fc.sample(fc.array(srtCue, { minLength: 1, maxLength: 6 }), { numRuns: 100, seed: 20261128 })
  const expected: ShownCue[][] = []
  const sent = files.map((cues) => {
    let at = 0
    const shown: ShownCue[] = []
    const body = cues.map(({ step, length, lines, isDivided }, index) => {
      at += step
      const text = isDivided ? lines.join('\n\n') : lines.join('\n')
      shown.push({ from: at / 1000, to: (at + length) / 1000, text })
      return `${index + 1}\r\n${time(at, ',')} --> ${time(at + length, ',')}\r\n${text.replaceAll('\n', '\r\n')}\r\n\r\n`
    })
    expected.push(shown)
    return body.join('')
  })
  const stored = sent.map((text) => storedOf(text) ?? JSON.stringify(readCaptions(text)))
  expect(await shownBy(page, stored)).toEqual(expected)
})
