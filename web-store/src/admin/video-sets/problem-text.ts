import { NotMade } from './not-made.ts'

const GOES_ON = 'What is done is saved. Try again to continue.'

/** Returns the reason why a video could not be processed here, and if another press is useless. */
export function problemOf(error: unknown): { problem: string; cannot: boolean } {
  if (!(error instanceof NotMade)) {
    const shown = error instanceof Error && error.message
    return { problem: shown || `This video could not be processed. ${GOES_ON}`, cannot: false }
  }
  switch (error.cause) {
    case 'no-encoder':
      return { problem: CANNOT_PREPARE, cannot: true }
    case 'no-decoder':
      return {
        problem: 'This browser cannot read the format of this video, so it cannot make other qualities of it.',
        cannot: true,
      }
    case 'busy':
      return { problem: 'Another tab or window is processing this video.', cannot: false }
    case 'full':
      return { problem: `There is not enough space on this computer. ${GOES_ON}`, cannot: false }
    case 'unread':
      return { problem: `The video could not be read from the shop. ${GOES_ON}`, cannot: false }
    case 'other':
      return { problem: `This video could not be processed here. ${GOES_ON}`, cannot: false }
  }
}

export const CANNOT_PREPARE =
  'This browser cannot make other qualities of a video. Chrome and Edge can, and so can a server with ffmpeg.'
