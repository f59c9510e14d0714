import { expect, test } from 'vitest'
import { languageOfText } from './read-folder.ts'

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`

test.each([
  ['hi', 'नमस्ते, इस कोर्स में आप रील बनाना सीखेंगे। यह Instagram पर है।'],
  ['hi', 'नमस्ते'],
  ['mr', 'नमस्कार, या कोर्समध्ये तुम्ही रील बनवायला शिकाल. हे सोपे आहे आणि मजेदार आहे.'],
  ['mr', 'वेळ'],
  ['bn', 'স্বাগতম'],
  ['pa', 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ'],
  ['gu', 'નમસ્તે'],
  ['ta', 'வணக்கம்'],
  ['te', 'నమస్కారం'],
  ['kn', 'ನಮಸ್ಕಾರ'],
  ['ml', 'നമസ്കാരം'],
  ['ur', 'خوش آمدید'],
  [undefined, 'Welcome to the course'],
  [undefined, 'Write “नमस्ते” in the caption of your reel'],
])('the language of captions is %s by their script: %s', (language, text) => {
  expect(languageOfText(cue(text))).toBe(language)
})
