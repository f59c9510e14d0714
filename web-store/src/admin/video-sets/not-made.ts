/**
 * The reason why a quality was not made. `no-encoder`, `no-decoder`: this browser never can; `busy`: another window makes it; `unread`: its
 * source did not arrive.
 */
export type WhyNot = 'no-encoder' | 'no-decoder' | 'busy' | 'full' | 'unread' | 'other'

export class NotMade extends Error {
  override readonly cause: WhyNot
  constructor(cause: WhyNot, message: string = cause) {
    super(message)
    this.cause = cause
  }
}

export const CANNOT_PREPARE =
  'This browser cannot make other qualities of a video. Chrome and Edge can, and so can a server with ffmpeg.'
const GOES_ON = 'What is done is saved. Try again to continue.'

const PROBLEMS: Record<WhyNot, string> = {
  'no-encoder': CANNOT_PREPARE,
  'no-decoder': 'This browser cannot read the format of this video, so it cannot make other qualities of it.',
  busy: 'Another tab or window is processing this video.',
  full: `There is not enough space on this computer. ${GOES_ON}`,
  unread: `The video could not be read from the shop. ${GOES_ON}`,
  other: `This video could not be processed here. ${GOES_ON}`,
}

/** Returns the reason why a video could not be processed here, and if another press is useless. */
export function problemOf(error: unknown): { problem: string; cannot: boolean } {
  if (error instanceof NotMade) return { problem: PROBLEMS[error.cause], cannot: error.cause.startsWith('no-') }
  const shown = error instanceof Error && error.message
  return { problem: shown || `This video could not be processed. ${GOES_ON}`, cannot: false }
}
