import { expect, test } from 'vitest'
import { expectProportion } from '../test/growth.ts'
import { isPlainRun } from '../test/scope.ts'
import { RegisterBody } from './auth.ts'
import { Email, PromocodeText } from './fields.ts'
import { RedeemBody } from './gifts.ts'
import { cleanFileName, cleanFolder, cleanLines, cleanName, cleanText, FOLDER_LENGTH } from './spelling.ts'
import { codeKey, emailKey } from './typed-keys.ts'

test('a name loses what nobody sees, and keeps the joiners that its script or emoji need', () => {
  const cleaned: [typed: string, kept: string][] = [
    ['Asha\u200b Ver\u00adma\ufeff', 'Asha Verma'],
    ['\u202eamreV ahsA\u202c', 'amreV ahsA'],
    ['Asha\r\nPay here:\u0000 now', 'Asha Pay here: now'],
    ['As\u200dha\u200c', 'Asha'],
    ['\u3164', ''],
    ['Asha\u{e0041}\u{e007f}', 'Asha'],
    ['Jose\u0301', 'José'],
  ]
  for (const [typed, stored] of cleaned) expect([typed, cleanName(typed)]).toEqual([typed, stored])
  const stored = [
    'लक्ष्मी',
    'क्\u200dष',
    'श्री\u200cमान',
    'র\u200d্যাব',
    'മോഹന\u0d4d\u200d',
    'می\u200cروم',
    '👩\u200d💻 Asha',
    '❤️\u200d🔥',
    '👩🏽\u200d🏫',
  ]
  for (const name of stored) expect([name, cleanName(name)]).toEqual([name, name])
  expect(cleanLines(' 1 Hill\u200b Road \r\nMumbai\u202e ')).toBe('1 Hill Road\nMumbai')
})

test('a text of several lines loses what nobody sees, and nothing that its writer typed', () => {
  expect(cleanText('\u202eevil\u001b[31m\u0007 \u200btext\r\n\tif (a)  {\n}\u2066 ')).toBe(
    'evil[31m text\n\tif (a)  {\n}',
  )
  for (const typed of ['क्\u200dष  ಠ', 'line\n\n\nline', '👩\u200d💻\tcode']) expect(cleanText(typed)).toBe(typed)
})

test.skipIf(isPlainRun)('a text of joiners alone is read in proportion to its length', async () => {
  for (const sign of ['\u200d', 'ക\u200d', '👩\u200d'])
    await expectProportion(10_000, (length) => cleanText(sign.repeat(length)))
})

test('addresses and codes that look the same are the same', () => {
  for (const typed of [
    'ａｓｈａ＠example.com',
    'Asha\u200b@Example.com ',
    '\u202aasha@example.com\u202c',
    'as\u200dha@example.com',
  ])
    expect([typed, Email.parse(typed), emailKey(typed)]).toEqual([typed, 'asha@example.com', 'asha@example.com'])
  for (const typed of ['ｄｉｗａｌｉ１０', ' diwali10\u200b', '\u202aDIWALI10\u202c', 'Diwali१०', 'DIWALI௧௦'])
    expect([typed, PromocodeText.parse(typed), codeKey(typed)]).toEqual([typed, 'DIWALI10', 'DIWALI10'])
  expect(codeKey('दिवाली१०')).toBe('दिवाली१०')
  expect(RedeemBody.parse({ code: 'ａbcd-efgh\u200b jklm' })).toMatchObject({ code: 'ABCDEFGHJKLM' })
  const body = { email: 'a@b.example', phone: '9876543210', password: 'Mango-Kulfi-42', name: '\u202eAsha\u200b' }
  expect(RegisterBody.parse(body).name).toBe('Asha')
  expect(RegisterBody.parse({ ...body, name: '\u200b\u3164' }).name).toBeNull()
})

test('a name of a file stays in its script, and holds neither folders nor what nobody sees', () => {
  const cleaned: [sent: string, shown: string][] = [
    ['पाठ-26 नोट्स.pdf', 'पाठ-26 नोट्स.pdf'],
    ['💡👩\u200d💻 Ideas.pdf', '💡👩\u200d💻 Ideas.pdf'],
    ['Cafe\u0301.mp4', 'Café.mp4'],
    ['שלום.pdf', 'שלום.pdf'],
    ['evil\u202efdp.exe', 'evilfdp.exe'],
    ['a\u0000b\tc\n.pdf', 'ab c.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\a\\b.png', 'b.png'],
    ['Lesson 1.5', 'Lesson 1.5'],
    ['...', 'file'],
    ['', 'file'],
    ['.pdf', 'file.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
    [`${'न'.repeat(300)}.pdf`, `${'न'.repeat(251)}.pdf`],
    [`${'💡'.repeat(200)}.pdf`, `${'💡'.repeat(125)}.pdf`],
  ]
  for (const [sent, shown] of cleaned) expect([sent, cleanFileName(sent)]).toEqual([sent, shown])
  for (const [, shown] of cleaned) expect(cleanFileName(shown)).toBe(shown)
})

test('a folder is its path, as deep as there is room for', () => {
  expect(cleanFolder('कोर्स / सप्ताह 1//../ नोट्स/')).toBe('कोर्स/सप्ताह 1/नोट्स')
  expect(cleanFolder('a\u202e\\b\u0000')).toBe('a/b')
  expect(cleanFolder(' / ')).toBe('')
  const deep = cleanFolder('गहरा फ़ोल्डर/'.repeat(200))
  expect(deep.length).toBeLessThanOrEqual(FOLDER_LENGTH)
  expect(deep.startsWith('गहरा फ़ोल्डर/गहरा फ़ोल्डर/')).toBe(true)
})
