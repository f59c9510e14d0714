import type { ActivityEntry } from 'contract/activity'
import { valueText } from './field-labels.ts'

export type Entry = Omit<ActivityEntry, 'at'> & { at: string }

/** What was done, and with what; `to: null` where the thing is gone. */
export type Phrase = { did: string; rest?: string; whole?: boolean; thing?: string; to?: string | null }
export const plain =
  (did: string, rest?: string): (() => Phrase) =>
  () => ({ did, whole: true, ...(rest !== undefined && { rest }) })

export const gone = (did: string) => (): Phrase => ({ did, whole: true, to: null })

/** What an admin did to nobody else's things. */
export const own = (did: string) => (): Phrase => ({ did, thing: '', whole: true })

/** `renamed a.webp to b.webp` */
export const by =
  (did: string, word: string) =>
  ({ before, after }: Entry): Phrase => {
    return {
      did: `${did} ${valueText('name', before?.name)} ${word}`,
      thing: valueText('name', after?.name),
      whole: true,
    }
  }
