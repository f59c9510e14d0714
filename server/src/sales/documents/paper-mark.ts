import type { Db } from '../../context.ts'
import { hook } from '../../platform/features/hooks.ts'
import type { PaperSpeech } from '../../platform/pdf/paper-speech.ts'

/** A code to scan that is printed on a document, with lines beside it: label and value. */
export type PaperMark = { code: string; lines: (speech: PaperSpeech) => [label: string, value: string][] }

/** Returns the code that an issued document shows besides, since an authority registered it. */
export const paperMarked = hook<(db: Db, documentId: string) => Promise<PaperMark | undefined>>()
