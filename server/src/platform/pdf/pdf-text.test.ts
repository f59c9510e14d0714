import { expect, test } from 'vitest'
import { actualTexts, textOfPdf } from '../../../test/pdf.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { faces, loadShaper } from './pdf-faces.ts'
import { directionsOf, placedRuns, printed, runsOf, unprintableLetters } from './pdf-runs.ts'
import { write } from './pdf-text.ts'

const names = {
  bengali: 'শ্রদ্ধা কর্মকার সৌমেন চট্টোপাধ্যায় ক্ষিতীশ র‍্যাব',
  devanagari: 'ज्ञानेश्वर क्षीरसागर कर्त्री राष्ट्रीय मिर्ज़ा ऱ्हास',
  gujarati: 'શ્રદ્ધા ગુજરાતી પટેલ કૃષ્ણ ત્રિવેદી મૂર્તિ',
  gurmukhi: 'ਸ਼੍ਰੀ ਪੰਜਾਬੀ ਕੌਰ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਪੜ੍ਹ',
  kannada: 'ಶ್ರದ್ಧಾ ಗೌಡ ಕೃಷ್ಣಮೂರ್ತಿ ರಾಷ್ಟ್ರೀಯ',
  malayalam: 'മലയാളം മേനോൻ കൃഷ്ണൻ അവൾ ശ്രദ്ധ ന്‍ ൻ്റെ',
  'meetei-mayek': 'ꯃꯩꯇꯩ ꯂꯣꯟ',
  'ol-chiki': 'ᱥᱟᱱᱛᱟᱲᱤ ᱢᱩᱨᱢᱩ',
  oriya: 'ଓଡ଼ିଆ ଦାସ ଶ୍ରଦ୍ଧା ମହାପାତ୍ର',
  tamil: 'தமிழ் செல்வி ஸ்ரீனிவாசன் சௌந்தர்யா கொடி',
  telugu: 'తెలుగు రావు కృష్ణమూర్తి లక్ష్మి స్త్రీ',
}

const draw = (text: string, width = 500) =>
  pdfBytes({}, (doc) => {
    write(doc, text, { x: 40, y: 40, width, size: 12 })
  })

test.each(Object.entries(names))(
  'a name in %s is shaped in its face alone and read back as it was passed',
  async (script, name) => {
    for (const weight of ['plain', 'bold'] as const)
      expect(runsOf(name, weight)).toEqual([
        { face: expect.objectContaining({ name: `${script}-${weight}` }), text: name.normalize('NFC') },
      ])
    expect(actualTexts(await draw(name))).toEqual([name.normalize('NFC')])
    expect(unprintableLetters(name)).toEqual([])
  },
)

test('every script has all its glyphs, and joins letters into fewer or reordered ones', async () => {
  await loadShaper()
  for (const face of [...faces.plain, ...faces.bold]) {
    const name = Object.entries(names).find(([script]) => face.name.startsWith(script))?.[1] ?? 'Asha'
    if (![...name].every((character) => face.draws(character))) continue
    const { glyphs } = face.font().layout(name)
    expect(glyphs.map(({ id }) => Number.parseInt(id, 10))).not.toContain(0)
  }
  const shapes = (script: string, text: string) => {
    const face = faces.plain.find(({ name }) => name === `${script}-plain`)
    return face
      ?.font()
      .layout(text)
      .glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))
  }
  // A vowel sign before its letter, a conjunct as one shape, a chillu, and r as a sign at the end.
  expect(shapes('bengali', 'কি')).toEqual(['ি', 'ক'])
  expect(shapes('tamil', 'கொ')).toHaveLength(3)
  expect(shapes('devanagari', 'ज्ञ')).toHaveLength(1)
  expect(shapes('malayalam', 'ന്‍')).toHaveLength(1)
  expect(shapes('devanagari', 'र्क')?.[0]).toBe('क')
})

test('Urdu is joined, written from the right, and numbers and Latin in it from the left', async () => {
  const text = 'خان محمد (لاہور) 12 Asha'
  expect(placedRuns(text, 'plain', directionsOf(text)).map((run) => [run.text.trim(), run.direction])).toEqual([
    ['Asha', 'ltr'],
    ['', 'rtl'],
    ['12', 'ltr'],
    [')', 'rtl'],
    ['لاہور', 'rtl'],
    ['(', 'rtl'],
    ['خان محمد', 'rtl'],
  ])
  await loadShaper()
  const face = faces.plain.find(({ name }) => name === 'arabic-plain')
  const alone = face?.font().layout('خ', ['rtl']).glyphs[0]?.id
  expect(face?.font().layout('خان', ['rtl']).glyphs.at(-1)?.id).not.toBe(alone)
  expect(await textOfPdf(await draw('اردو خان'))).toContain('اردو خان')
  expect(await textOfPdf(await draw('Asha ٹیپو خان, Delhi 110001'))).toContain('Asha ٹیپو خان, Delhi 110001')
})

test('a text in several scripts is split by script and read back, in several lines too', async () => {
  const text = 'Śrī Ṛtvik ಗೌಡ, 12 தமிழ் – ₹499'
  expect(runsOf(text, 'plain').map((run) => run.face.name)).toEqual(
    expect.arrayContaining(['latin-plain', 'latin-ext-plain', 'kannada-plain', 'tamil-plain']),
  )
  expect(printed(text, 'plain')).toBe(text)
  expect(actualTexts(await draw(text))).toEqual([text])
  expect(actualTexts(await draw(names.kannada, 90))).toEqual([names.kannada])
})

test('emoji and letters of no face are left out, and a joiner is never alone', () => {
  expect(printed('👩‍🏫 Meera ❤️ 1️⃣', 'bold')).toBe('Meera 1')
  expect(unprintableLetters('👩‍🏫 Meera ❤️ 1️⃣ ᎣᏏ 王芳')).toEqual(['Ꭳ', 'Ꮟ', '王', '芳'])
  expect(printed('王芳 Asha', 'plain')).toBe('Asha')
  expect(printed('\u200d\u202eAsha\u200c', 'plain')).toBe('Asha')
  expect(printed('\u0301 ॥ श्री ॥', 'plain')).toContain('॥ श्री ॥')
})

test('a document says the version of PDF that it uses', async () => {
  // Text for copying (`ActualText` of marked content) came with 1.5.
  const pdf = await draw(names.tamil)
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.5')
})
