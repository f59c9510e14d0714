import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectProportion } from '../../../../test/growth.ts'
import { isPlainRun } from '../../../../test/scope.ts'
import { readCaptions } from './captions.ts'

const cue = (from: string, to: string, text = 'Hello') => `${from} --> ${to}\n${text}\n\n`

it('SRT becomes WebVTT, with bold and similar tags and nothing else', () => {
  const srt =
    '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="red">नमस्ते</font> <b>you</b>\r\nsecond\r\n\r\n2\r\n00:01:03,000 --> 01:00:04,000\r\n2 < 3 <img src=x onerror=alert(1)>\r\n'
  expect(readCaptions(srt)).toEqual({
    cues: 2,
    vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nनमस्ते <b>you</b>\nsecond\n\n00:01:03.000 --> 01:00:04.000\n2 &lt; 3 &lt;img src=x onerror=alert(1)&gt;\n',
  })
})

it('WebVTT keeps its positions, and loses its styles and notes', () => {
  const vtt =
    'WEBVTT - made by hand\nKind: captions\n\nSTYLE\n::cue { background: url(https://spy.example) }\n\nNOTE\nnothing\n\nintro\n00:01.000 --> 00:02.000 line:0 align:start onload:x\nHello\n'
  expect(readCaptions(vtt)).toEqual({
    cues: 1,
    vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0 align:start\nHello\n',
  })
})

it('the converter of subtitles uses or drops the codes of subtitle editors, and breaks a line where they do', () => {
  const srt = `1
00:00:01,000 --> 00:00:03,000
{\\an8}Top text

2
00:00:04,000 --> 00:00:05,000
{\\i1}italic{\\i0} \\Nsecond {\\pos(20,30)\\c&HFF&}line\\N{\\b1}{third}

3
00:00:06,000 --> 00:00:07,000
{\\an3}Open C:\\New\\Notes\\Next
`
  expect(readCaptions(srt)).toEqual({
    cues: 3,
    vtt: [
      'WEBVTT\n',
      '00:00:01.000 --> 00:00:03.000 line:0\nTop text\n',
      '00:00:04.000 --> 00:00:05.000\n<i>italic</i>\nsecond line\n<b>{third}\n',
      '00:00:06.000 --> 00:00:07.000\nOpen C:\\New\\Notes\\Next\n',
    ].join('\n'),
  })
})

it.each([
  ['nothing', '\n\n', ['Line 1: there are no subtitles in this file']],
  ['a header alone', 'WEBVTT\n', ['Line 1: there are no subtitles in this file']],
  ['an end before the beginning', cue('00:00:05,000', '00:00:04,000'), ['Line 1: the end is not after the beginning']],
  [
    'a wrong order',
    cue('00:00:05,000', '00:00:06,000') + cue('00:00:01,000', '00:00:02,000'),
    ['Line 4: it begins before the one above it'],
  ],
  ['a minute of 75 seconds', cue('00:00:75,000', '00:02:00,000'), ['Line 1: minutes and seconds go to 59']],
  [
    'a time that is none',
    '1\n00:00:01 -> 00:00:02\nHello\n',
    ['Line 2: a time such as 00:00:01.000 --> 00:00:04.000 is expected'],
  ],
  [
    'two without an empty line',
    '00:00:01,000 --> 00:00:02,000\nHello\n00:00:03,000 --> 00:00:04,000\nAgain\n',
    ['Line 3: an empty line is missing above this time'],
  ],
  [
    'a text of prose',
    'Dear reader,\nthis is no subtitle.\n',
    ['Line 2: a time such as 00:00:01.000 --> 00:00:04.000 is expected'],
  ],
])('an error reports where %s is', (_, text, problems) => {
  expect(readCaptions(text)).toEqual({ problems })
})

const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../test/foreign-captions', name), 'utf8')
const textsOf = (text: string) => {
  const read = readCaptions(text)
  if (!('vtt' in read)) throw new Error(read.problems.join('\n'))
  return read.vtt
    .replace(/\n$/, '')
    .split('\n\n')
    .slice(1)
    .map((cue) => cue.split('\n').slice(1))
}

it.each([
  [
    'words of a programming course',
    'code-words.srt',
    [
      ['Tom &amp; Jerry &amp;lt;3 AT&amp;T &amp;amp; x &amp;copy'],
      ['if a &lt; b and c &gt; d'],
      ['Use the &lt;h1&gt; tag, List&lt;String&gt; and <b>bold</b>'],
    ],
  ],
  ['a cue of no length', 'zero-length.srt', [[' Namaste and welcome.'], [' [Music]'], [' Let us begin.']]],
  ['a cue below the header', 'cue-below-header.vtt', [['first cue right below the header'], ['second']]],
  [
    'rolling captions of YouTube',
    'youtube-rolling.vtt',
    [
      [' ', 'welcome to the course'],
      ['welcome to the course', ' '],
      ['welcome to the course', 'we will make reels'],
      ['we will make reels', ' '],
    ],
  ],
])('the converter of subtitles reads %s', (_, name, texts) => {
  expect(textsOf(sample(name))).toEqual(texts)
})

it.each([
  [
    'an empty line inside a cue of SRT',
    '1\n00:00:01,000 --> 00:00:02,000\nfirst\n\nthird\n\n2\n00:00:03,000 --> 00:00:04,000\nnext\n',
    [['first', ' ', 'third'], ['next']],
  ],
  [
    'an arrow in a text of SRT',
    '1\n00:00:01,000 --> 00:00:02,000\n<!-- a --> and x --> y\n',
    [['&lt;!-- a --&gt; and x --&gt; y']],
  ],
  [
    'no empty line before a number of SRT',
    '1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n',
    [['one'], ['two']],
  ],
  [
    'a cue below a line of the header',
    'WEBVTT\nKind: captions\n00:01.000 --> 00:02.000\none\n\n00:03.000 --> 00:04.000\ntwo\n',
    [['one'], ['two']],
  ],
  [
    'a time below a text of WebVTT',
    'WEBVTT\n\n00:01.000 --> 00:02.000\none\n00:03.000 --> 00:04.000\ntwo\n',
    [['one'], ['two']],
  ],
  [
    'a tag that WebVTT does not have',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Asha>the <h1> tag &lt;3\n',
    [['the &lt;h1&gt; tag &lt;3']],
  ],
])('the converter of subtitles reads %s as it is meant', (_, text, texts) => {
  expect(textsOf(text)).toEqual(texts)
})

it.each([
  ['.ass', '[Script Info]\nTitle: Course\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello\n'],
  ['.ttml', '<?xml version="1.0" encoding="utf-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body/></tt>\n'],
  ['.sub', '{0}{25}Hello\n{30}{60}Again\n'],
  ['.sub', '[INFORMATION]\n[TITLE]Course\n[END INFORMATION]\n00:00:01.00,00:00:02.00\nHello\n'],
  ['.sbv', '0:00:01.000,0:00:02.000\nHello\n'],
  ['.smi', '<SAMI>\n<BODY>\n<SYNC Start=1000><P>Hello\n</SAMI>\n'],
  ['.lrc', '[ar:Asha]\n[00:01.00]Hello\n'],
])('an error says how to convert subtitles in %s', (ending, text) => {
  expect(readCaptions(text)).toEqual({
    problems: [expect.stringMatching(new RegExp(`\\${ending}\\).*save them as SubRip \\(\\.srt\\) or WebVTT`))],
  })
})

it('a refused file reports at most five problems', () => {
  expect(readCaptions(cue('00:00:05,000', '00:00:04,000').repeat(9))).toMatchObject({ problems: { length: 5 } })
})

it.skipIf(isPlainRun)('the time to read cues or brackets grows in proportion to their length', async () => {
  await expectProportion(1_250, (length) =>
    expect(readCaptions(cue('00:00:01,000', '00:00:02,000').repeat(length))).toMatchObject({ cues: length }),
  )
  await expectProportion(250_000, (length) => expect(readCaptions('<'.repeat(length))).toHaveProperty('problems'))
})
