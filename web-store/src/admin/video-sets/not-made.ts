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
