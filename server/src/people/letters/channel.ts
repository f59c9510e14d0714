import type { LetterChannel, StopReason } from 'contract/letters'
import type { Context } from '../../context.ts'
import type { Recipient } from './outbox.queries.ts'

/** Result of one hand-over. */
export type Outcome =
  | { is: 'handed_over'; message_id?: string; provider_id?: string }
  /** The reader's address refuses for good. */
  | { is: 'refused'; reason: string; error: string }
  /** The receiver refuses for now; `slow` halves its pace for a while. */
  | { is: 'later'; error: string; slow?: boolean; after_ms?: number }
  /** A receiver blames the sender or the text: once is its own rule, and several stop the letter. */
  | { is: 'blocked'; error: string }
  /** The reason for the message has ended: it is sent to nobody. */
  | { is: 'skipped'; reason: string }
  /** Perhaps it arrived: never sent again. */
  | { is: 'unknown'; error: string }
  /** Nobody can be reached now: the run ends, and this reader waits as before. */
  | { is: 'away'; error: string }
  /** The letter stops for its owner to look at, and this reader waits. */
  | { is: 'stop'; reason: StopReason; error: string }

/** Says that a leased letter may not be sent any more, or not now. */
export class NotDue extends Error {}

/** One way to reach people. */
export type Channel = {
  /** Throws while nobody can be reached. */
  ready(ctx: Context): Promise<void>
  /**
   * Writes the letter. The returned function hands it over: it awaits `begin`, which marks that, at the last moment before anybody can have
   * it, and lets its `NotDue` through.
   */
  write(ctx: Context, recipient: Recipient): Promise<(begin: () => Promise<void>) => Promise<Outcome>>
}

export type Channels = Partial<Record<LetterChannel, Channel>>
