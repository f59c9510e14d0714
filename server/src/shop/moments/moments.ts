import type { BuyFields } from 'contract/orders/buy-fields'
import type { OwnAddress, OwnPage } from 'contract/page-renderer'
import type { TodoLine } from 'contract/todo'
import type { Context, Db } from '../../context.ts'
import { hook } from '../../platform/features/hooks.ts'

/** A line of what to do; what is left out is null, and `count` is 1. */
export type TodoFound = Partial<Omit<TodoLine, 'order'>> & { kind: TodoLine['kind']; orderId?: string }

/** A service that gets data of students, and the use of them. */
export type UsedProcessor = { name: string; use: 'messages' | 'events' | 'ads' }

/** Values of a message, which its template shows in the reader's language: `at` is ISO 8601, `path` leads to a page of the store. */
export type MessageFacts = { course: string; lesson?: string; at: string; amount_paise?: number; path: string }

/** A live lesson or a payment that is due. `key` names it once for each student (`users.id`); nothing is sent after `until`. */
export type DueMessage = {
  kind: 'due' | 'live'
  key: string
  userIds: readonly number[]
  until: Date
  facts: MessageFacts
}

/** A fact about a person, for features that pass it on. A repeat of the same `subject` of an event is the same fact. */
export type Fact = {
  event:
    | 'order.paid'
    | 'enrolment.created'
    | 'enrolment.ended'
    | 'student.registered'
    | 'lesson.completed'
    | 'certificate.issued'
    | 'review.created'
    | 'question.asked'
    | 'consent.changed'
  subject: string
  /** `users.id`. */
  userId: number
  orderId?: string
  courseId?: string
  /** Values that no other row has, or has later. */
  detail?: Readonly<Record<string, string | number | boolean | null>>
  at: Date | string
}

/** A fact is stored in this transaction. */
export const factStored = hook<(trx: Db, fact: Fact) => Promise<void>>()

/** A student is erased in this transaction: what a statement of a manifest cannot do. */
export const personErased = hook<(trx: Db, person: { id: number }) => Promise<void>>()

/** Ends what the token of an emailed link stands for; false for a token of somebody else. */
export const unsubscribed = hook<(ctx: Context, token: string) => Promise<boolean>>()

/** Returns tools of the console whose need has arrived, by facts that stay true: the menu has them from then on. */
export const toolsInUse = hook<(db: Db) => Promise<readonly string[]>>()

/** Joins in with tools that are needed once a statement finds a row. */
export const toolsOnce = (sql: string, ...tools: string[]) =>
  toolsInUse.by(async (db) => {
    const { rows } = await db.raw<{ rows: { found: boolean }[] }>(`select exists (${sql}) as found`)
    return rows[0]?.found ? tools : []
  })

/** Names the feature when it has something of a student (`users.id`) for the dashboard; undefined otherwise. */
export const dashboardFilled = hook<(db: Db, student: { userId: number; now: Date }) => Promise<string | undefined>>()

/** Returns lines of the owner's list of what to do. */
export const todoLines = hook<(ctx: Pick<Context, 'db' | 'now'>) => Promise<readonly TodoFound[]>>()

/** Students should know of something by WhatsApp, too; without it nothing happens. */
export const messageDue = hook<(ctx: Context, trx: Db, message: DueMessage) => Promise<void>>()

/** Returns false once the reason of a message of the feature's own has ended; undefined for any other message. */
export const messageNeeded =
  hook<
    (ctx: Context, message: { kind: DueMessage['kind']; key: string; userId: number }) => Promise<boolean | undefined>
  >()

/** Runs when the program starts, before it answers anybody, and when other gateway keys come into force. Send long work to the queue. */
export const environmentChanged = hook<(ctx: Context) => Promise<void>>()

/** The nightly cleaning: forgets what nobody needs any more. */
export const dayEnded = hook<(ctx: Context) => Promise<void>>()

/** Returns the name of a file that a session may read for a reason of the feature's own. */
export const fileAllowed =
  hook<
    (
      ctx: Context,
      opener: { audience: 'user' | 'admin'; sessionId: string },
      mediaId: string,
    ) => Promise<{ name: string } | undefined>
  >()

/** Seals stored secrets with the first of the keys; returns how many. */
export const secretsSealed = hook<(ctx: Pick<Context, 'config' | 'db'>) => Promise<number>>()

/** Returns who gets data of students because the feature is set up. */
export const processorsUsed = hook<(ctx: Context) => Promise<readonly UsedProcessor[]>>()

/** Returns purposes of consent, and other uses of personal data (`NoticeUse`), that the shop has. */
export const consentsUsed = hook<(ctx: { db: Db }) => Promise<readonly string[]>>()

/**
 * A purchase of a student (`users.id`) begins, or a free course is taken: `fields` are those of the store's checkout, undefined elsewhere. It runs
 * before any transaction, so that it may store something and refuse by an `appError`.
 */
export const purchaseBegun =
  hook<
    (ctx: Context, purchase: { user: { id: number; user_id: string }; fields?: BuyFields | undefined }) => Promise<void>
  >()

/**
 * Lists public pages of the feature's own by path. A page at the path of a public screen replaces the screen. `undivided`: it has one address for all
 * languages.
 */
export const pagesListed =
  hook<
    (
      ctx: Pick<Context, 'config' | 'db' | 'now' | 'read'>,
    ) => Promise<readonly { path: string; changed_at: Date | string; undivided?: true }[]>
  >()

/** Returns the page at an address; undefined if the feature has none there. */
export const pageRequested =
  hook<(ctx: Pick<Context, 'config' | 'db' | 'now' | 'read'>, at: OwnAddress) => Promise<OwnPage | undefined>>()

/** Returns true if a student has earned something with a course that a refund would end. */
export const rewardEarned = hook<(db: Db, earned: { userId: number; courseId: string }) => Promise<boolean>>()

/** Who was told that a seat is free, and when. */
export type ToldOfSeat = { email: string; at: Date }

/** Returns who of these has taken or held a seat of the course since: they wait for none any more. */
export const seatsTaken =
  hook<(db: Db, course: { courseId: string; told: readonly ToldOfSeat[] }) => Promise<readonly ToldOfSeat[]>>()

/** Counts the seats of a course that can be bought now; undefined for a course without seats. Its list hears of no more than these. */
export const seatsFree = hook<(db: Db, course: { courseId: string; now: Date }) => Promise<number | undefined>>()
