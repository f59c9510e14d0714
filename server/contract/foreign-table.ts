import { z } from 'zod'
import type { BodyFile } from './define-call.ts'

/** Limits of one file that is read as a table. */
export const MOVE_IN_BYTES = 20 * 1024 * 1024
export const MOVE_IN_ROWS = 100_000

/** The file of a call that reads such a one. */
export const foreignFile = {
  field: 'file',
  missing: 'Please choose a file',
  atMost: [MOVE_IN_BYTES, 'The file is larger than 20 MB. Split it into several.'],
} as const satisfies BodyFile

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const Encoding = z.enum(ENCODINGS, { error: `Must be one of ${ENCODINGS.join(', ')}` })
export type Encoding = z.output<typeof Encoding>
