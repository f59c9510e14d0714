import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const HINDI = 'नमस्ते, Café – “quote”\n'
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const latin = (text: string) => Buffer.from(text, 'latin1')

it.each([
  ['UTF-8', Buffer.from(HINDI)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${HINDI}`)],
  ['UTF-16 with the mark of Windows', utf16(HINDI)],
  ['UTF-16 with the other mark', utf16(HINDI).swap16()],
])('decodeText reads %s', (_, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: HINDI })
})

it('decodeText reads a second mark as a letter of the text', () => {
  expect(decodeText(Buffer.from('\ufeff\ufeffa'))).toEqual({ text: '\ufeffa' })
  expect(decodeText(Buffer.alloc(0))).toEqual({ text: '' })
})

it.each([
  ['windows-1252', latin('Caf\xe9 \x96 \x93quote\x94\n')],
  ['UTF-16', utf16('Name,Email\nAsha,a@example.com\n').subarray(2)],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
])('decodeText names %s and says what to do', (encoding, bytes) => {
  expect(decodeText(bytes)).toMatchObject({
    problem: expect.stringMatching(`looks like ${encoding}.*Save it as UTF-8`),
  })
})

it.each([
  ['UTF-8', Buffer.concat([Buffer.from(HINDI), latin('\xe0\xa4\n')])],
  ['UTF-16', utf16(HINDI).subarray(0, -1)],
])('decodeText calls %s with a broken letter damaged', (encoding, bytes) => {
  expect(decodeText(bytes)).toMatchObject({ problem: expect.stringMatching(`this ${encoding} text are damaged`) })
})

it('decodeText names no encoding of bytes that are no text', () => {
  expect(decodeText(latin('MZ\x90\0\x03\0\0\0\x04\xff'))).toBeUndefined()
  expect(decodeText(latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff'))).toBeUndefined()
})
