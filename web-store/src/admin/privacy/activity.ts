import type { Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'registers.file': () => ({ did: 'downloaded a register of the privacy desk', thing: '' }),
}
