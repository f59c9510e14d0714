import type { MediaKind } from './media-kinds.ts'

/** Of an assignment: what the console, the player and the server agree on without its schemas. */
export const MAX_CRITERIA = 10
export const MAX_POINTS = 100
export const MAX_WORK_TEXT = 20_000
/** Of one student under one lesson. */
export const MAX_HAND_INS = 20
export const MAX_WORK_BYTES = 50 * 1024 * 1024

/** What a student may be asked for, each taken as the library takes it. */
export const WORK_KINDS = [
  'pdf',
  'image',
  'office',
  'text',
  'audio',
  'video',
  'design',
  'archive',
] as const satisfies MediaKind[]
export type WorkKind = (typeof WORK_KINDS)[number]

export const WORK_SIZE_MESSAGE = `The file is too large. Maximum size is ${MAX_WORK_BYTES / 1024 ** 2}MB`
