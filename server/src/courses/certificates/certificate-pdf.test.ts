import type { Language } from 'contract/languages'
import { expect, test } from 'vitest'
import { actualTexts, contentsOf, runsOfPdf, textOfPdf } from '../../../test/pdf.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { certificateFileName, drawCertificate } from './certificate-pdf.ts'

const CODE = '0123456789abcdefghjkmnpqrs'
const around = { address: `https://shop.example.com/c/${CODE}`, logo: undefined }
const issued = { code: CODE, shop_name: 'SkillHaat', issued_at: '2026-11-20T20:00:00Z' }
const unsigned = { layout: 'framed', signatory: '', signatory_title: null } as const
const draw = (name: string, course_name: string, language: Language = 'en') =>
  drawCertificate({ ...issued, ...unsigned, name, course_name, language }, around)

/** Strips line gaps and the hyphens of a long number. */
const letters = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')

test.each([
  ['Latin', 'Asha Rao', 'Reels that sell'],
  ['Hindi', 'प्रिया श्रीवास्तव', 'हिंदी में रील्स: लिखना और बोलना'],
  ['Marathi', 'ज्ञानेश्वर क्षीरसागर', 'सोशल मीडिया व्यवस्थापन'],
  ['Kannada', 'ಶ್ರದ್ಧಾ ಗೌಡ', 'ಕನ್ನಡ ಬರವಣಿಗೆ'],
  ['Bengali', 'শ্রদ্ধা কর্মকার', 'বাংলা লেখা'],
  ['Punjabi', 'ਪੰਜਾਬੀ ਕੌਰ', 'ਪੰਜਾਬੀ ਲਿਖਤ'],
  ['Malayalam', 'മലയാളം മേനോൻ', 'മലയാളം എഴുത്ത്'],
])('%s names and titles can be read from it, with date, number and address', async (_script, name, course) => {
  const bytes = await draw(name, course)
  const text = await textOfPdf(bytes)
  // A shaped sign may share its glyph with other letters: readers use `ActualText`.
  const isShaped = (written: string) => !/\p{Script=Latin}/u.test(written)
  expect(actualTexts(bytes)).toEqual(['CERTIFICATE OF COMPLETION', ...[name, course].filter(isShaped)])
  const plain = [name, course].filter((written) => !isShaped(written))
  for (const written of [...plain, 'SkillHaat', '21 November 2026', '01234-56789-ABCDE-FGHJK-MNPQRS'])
    expect(letters(text)).toContain(letters(written))
  expect(text).toContain(`shop.example.com/c/${CODE}`)
  expect(text).not.toContain('?')
})

test.each([
  ['hi', 'कोर्स पूरा करने का सर्टिफ़िकेट', '21 नवंबर 2026'],
  ['mr', 'कोर्स पूर्ण केल्याचे प्रमाणपत्र', '21 नोव्हेंबर, 2026'],
] as const)('the certificate in %s names itself in that language and in English', async (language, title, day) => {
  const bytes = await draw('Asha Rao', 'Reels that sell', language)
  const { t } = inLanguage(language)
  const shown = actualTexts(bytes).join(' ')
  for (const text of ['This is to certify that', 'has completed the course', 'Issued on', 'Number'])
    expect(shown).toContain(`${text} / ${t(text)}`)
  expect(shown).toContain(title)
  expect(shown).toContain(day)
  expect(shown).toContain('CERTIFICATE OF COMPLETION')
  expect(shown).toContain('to see whether this certificate is valid.')
})

test('a title omits glyphs that no face has, and a long name stays on one page', async () => {
  const name = 'Venkata Satyanarayana Lakshmi Narasimha Subrahmanyeswara Chandrasekhara Rao Bahadur Kuchibhotla Jr.'
  const text = await textOfPdf(await draw(name, 'Reels 🔥 that 王 sell'))
  expect(letters(text)).toContain(letters(name))
  expect(text).toContain('Reels that sell')
})

test('the code on a coloured panel has four modules of white around it, as ISO/IEC 18004 asks', async () => {
  const panel = {
    ...issued,
    ...unsigned,
    layout: 'panel',
    name: 'Asha Rao',
    course_name: 'Reels',
    language: 'en',
  } as const
  const content = contentsOf(await drawCertificate(panel, around)).join('\n')
  const [, corner = '', white = ''] =
    /([\d.]+) [\d.]+ m\n(?:(?! m\n)[\s\S])*?1 1 1 scn\nf\n([\s\S]*)/.exec(content) ?? []
  const squares = [...white.matchAll(/^([\d.]+) [\d.]+ [\d.]+ ([\d.]+) re$/gm)].map(([, x, side]) => [
    Number(x),
    Number(side),
  ])
  const [left, module] = [Math.min(...squares.map(([x = 0]) => x)), squares[0]?.[1] ?? 0]
  // The corner of the white box is round by 6 points.
  expect((left - (Number(corner) - 6)) / module).toBeGreaterThanOrEqual(4)
})

test('the same facts produce the same bytes', async () => {
  const [first, second] = [await draw('प्रिया श्रीवास्तव', 'Reels'), await draw('प्रिया श्रीवास्तव', 'Reels')]
  expect(first.equals(second)).toBe(true)
  expect(certificateFileName('रील्स: that sell!')).toBe('Certificate-रील्स-that-sell.pdf')
})

test.each(['framed', 'panel'] as const)(
  'the layout %s has one page with the signature and all facts',
  async (layout) => {
    const facts = { ...issued, layout, name: 'Asha Rao', course_name: 'Reels that sell' } as const
    const by = { signatory: 'Ritu Malhotra', signatory_title: 'Founder' }
    const text = await textOfPdf(await drawCertificate({ ...facts, ...by, language: 'en' }, around))
    const printed = ['Asha Rao', 'Reels that sell', 'SkillHaat', '21 November 2026', 'Ritu Malhotra', 'Founder']
    for (const written of [...printed, '01234-56789-ABCDE-FGHJK-MNPQRS', `shop.example.com/c/${CODE}`])
      expect(letters(text)).toContain(letters(written))
    const teacher = { signatory: 'ऋतु मल्होत्रा', signatory_title: null }
    const hindi = await drawCertificate({ ...facts, ...teacher, language: 'hi' }, around)
    expect(actualTexts(hindi)).toEqual(expect.arrayContaining(['ऋतु मल्होत्रा', 'Teacher of the course / कोर्स के टीचर']))
    const untitled = await textOfPdf(
      await drawCertificate({ ...facts, ...by, signatory_title: '', language: 'en' }, around),
    )
    expect(untitled).not.toContain('Teacher')
  },
)

/** Returns how far the lowest text is above the sheet's lower edge, in points. */
async function lowest(pdf: Buffer): Promise<number> {
  const [runs = [], ...others] = await runsOfPdf(pdf)
  expect(others).toEqual([])
  // Letters reach below their line by up to 0.3 of their size.
  return Math.min(...runs.flatMap(({ str, y, height }) => (str.trim() ? [y - 0.3 * height] : [])))
}

test.each(['framed', 'panel'] as const)(
  'in the layout %s no line touches the frame, with any host name and language',
  async (layout) => {
    for (const language of ['en', 'hi', 'mr'] as const)
      for (const length of [36, 60, 150]) {
        const host = `${'learn-with-us.'.repeat(20).slice(0, length - 4)}.com`
        const facts = { ...issued, ...unsigned, layout, language, name: 'Asha Rao', course_name: 'Reels that sell' }
        const pdf = await drawCertificate(facts, { address: `https://${host}/c/${CODE}`, logo: undefined })
        // The frame's inner line is 36 points from the edge.
        expect(await lowest(pdf), `${language}, ${length} letters`).toBeGreaterThan(layout === 'framed' ? 39 : 20)
      }
  },
)
