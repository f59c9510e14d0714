import type { AssignmentInput } from 'contract/assignments/input'
import type { LiveInput } from 'contract/courses/live-input'
import type { SalesPage } from 'contract/courses/sales-page'
import type { AdminRole } from 'contract/define-call'
import type { BuyFields } from 'contract/orders/buy-fields'
import type { OrderPlan } from 'contract/orders/fields'
import type { PricedCart, Reduction } from 'contract/orders/price-cart'
import type { Waiting } from 'contract/overview'
import type { OwnAddress, OwnPage } from 'contract/page-renderer'
import type { QuizInput } from 'contract/quizzes/input'
import type { TodoLine } from 'contract/todo'
import type { Knex } from 'knex'
import type { PaperSpeech } from '../pdf/paper-speech.ts'
import { importAll } from './import-all.ts'

/** A line of what to do; what is left out is null, and `count` is 1. */
export type TodoFound = Partial<Omit<TodoLine, 'order'>> & { kind: TodoLine['kind']; orderId?: string }

/** A service that gets data of students, and the use of them. */
export type UsedProcessor = { name: string; use: 'messages' | 'events' | 'ads' }

/**
 * `plan`: the part of a plan that it pays. `buy_again`: the page of the store that repeats its purchase. `coins_back`: coins that a refund gives back
 * of a paid order of nothing.
 */
type ShownWithOrder = { order_id: string; plan?: OrderPlan; buy_again?: string; coins_back?: number }

/** `until` is the end of access, null without one. */
type DecidedAccess = {
  course_id: string
  access_period: string | null
  given_until: Date | null
  joins?: boolean
  continues?: boolean
  silent?: boolean
}

type LiveSummary = { starts_at: string; minutes: number; cancelled: boolean; joined: number }

/** A code to scan that is printed on a document, with lines beside it: label and value. */
export type PaperMark = { code: string; lines: (speech: PaperSpeech) => [label: string, value: string][] }

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

/** A call of the console, as it arrives. */
type ArrivingCall = {
  /** The call's place in the contract, e.g. `orders.adminList`. */
  call: string
  method: string
  /** Path and query, as sent. */
  address: string
  header: (name: string) => string | undefined
  setHeader: (name: string, value: string) => void
}

/** A caller with a key in place of a session: an admin with rights of its own. */
type OtherCaller = {
  admin: {
    id: number
    admin_id: string
    email: string
    role: AdminRole
    must_change_password: boolean
    session_id: string
    confirmed: boolean
    second_factor_due_at: null
    key: { key_id: string; name: string; scopes: readonly string[] }
  }
  /** Runs the call, or answers it without; `input` is not validated. */
  around: (input: unknown, work: () => Promise<unknown>) => Promise<unknown>
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

/** A purchase while it is priced: its buyer (`users.id`), its courses, an id repeated n times for n seats, and the fields of features. */
export type PricedPurchase = {
  user: { id: number }
  courseIds: readonly string[]
  fields: BuyFields
  /** An order is made with this price, which is not only shown. */
  buying: boolean
  now: Date
}

/** An order as it is made. */
type MadeOrder = { order_id: string; order_no: string; user_id: number; total_paise: number; created_at: string }

/** Thrown in `orderMade`: open orders of the same buyer hold what this one needs. They are closed, and the purchase starts again. */
export class OrdersInTheWay extends Error {
  readonly orderIds: readonly string[]
  constructor(orderIds: readonly string[]) {
    super('Open orders of this buyer are in the way')
    this.orderIds = orderIds
  }
}

/** Moments at which features join in, in the transaction of whoever calls. A feature joins by exporting one from its `*.hooks.ts`. */
export type Hooks<Ctx = unknown> = {
  /** A course was copied with its lessons, each to the same position. */
  courseCopied: (ctx: Ctx, trx: Knex, copy: { from: string; to: string; now: Date }) => Promise<void>
  /** Returns the order of a course's sales page; undefined for the usual one. */
  courseShown: (db: Knex, courseId: string) => Promise<SalesPage | undefined>
  /**
   * An order is about to be granted, locked, at `now`: returns for how long its courses are granted where its lines do not decide that, and none
   * for an order that sold what another has paid for; null for the usual.
   */
  accessDecided: (
    ctx: Ctx,
    trx: Knex,
    order: { order_id: string; user_id: number; now: Date },
  ) => Promise<{ courses: DecidedAccess[] } | null>
  /**
   * A cart is priced for its buyer. Returns prices of its courses for this purchase, in paise, by id: the last word, which no code discounts and
   * no earlier purchase is credited on. `usesCode`: they count its discount already, and the order uses it up. `holdsTax`: they
   * were agreed and hold the tax, whatever the settings say. An `appError` refuses.
   */
  pricesSet: (
    db: Knex,
    cart: { purchase: PricedPurchase; priced: PricedCart },
  ) => Promise<{ prices: Readonly<Record<string, number>>; usesCode?: boolean; holdsTax?: boolean } | undefined>
  /** A cart has its price. Returns what is taken off it besides, before tax, each a line of its own; an `appError` refuses. */
  cartPriced: (db: Knex, cart: { purchase: PricedPurchase; priced: PricedCart }) => Promise<readonly Reduction[]>
  /**
   * An order with a field of a feature, or with reductions, is made; `again`: its purchase is repeated and the equal order is open still. In the
   * transaction that inserts it, its buyer locked. It may throw `OrdersInTheWay`.
   */
  orderMade: (ctx: Ctx, trx: Knex, made: { order: MadeOrder; fields: BuyFields; again: boolean }) => Promise<void>
  /** An open order ended unpaid, at `now`. Its money may still arrive: then it is paid all the same. */
  orderEnded: (ctx: Ctx, trx: Knex, order: { order_id: string; now: string }) => Promise<void>
  /** The agreed money of an order arrives: returns what it lacks besides, in words, so that the owner decides. */
  moneyJudged: (trx: Knex, order: { order_id: string; user_id: number }) => Promise<string | undefined>
  /** An order of more than nothing is paid, at `now`. */
  orderPaid: (ctx: Ctx, trx: Knex, order: { order_id: string; now: string }) => Promise<void>
  /**
   * An order of the feature's own ended unpaid, and its buyer pays again: makes the same purchase once more, on the same terms. Null for any
   * other order.
   */
  boughtAgain: (
    ctx: Ctx,
    order: { order_id: string; user: { id: number; user_id: string }; expectedTotal: number },
  ) => Promise<{ payment_link: string; order_id: string; order_no: string; amount: number; currency: 'INR' } | null>
  /** Returns the code that an issued document shows besides, since an authority registered it. */
  paperMarked: (db: Knex, documentId: string) => Promise<PaperMark | undefined>
  /** Returns what a feature shows with orders that are listed. */
  ordersShown: (db: Knex, orderIds: readonly string[]) => Promise<readonly ShownWithOrder[]>
  /** Refunds of an order have arrived, and its status follows them; the same may be named again. Effects of the order follow by `ORDER_EFFECTS`. */
  refundsArrived: (
    ctx: Ctx,
    trx: Knex,
    refunds: { order_id: string; refund_ids: readonly string[]; now: string },
  ) => Promise<void>
  /** An email that a stranger causes goes to this address: counts it, and returns how to take that back; undefined past the limit. */
  mailToStranger: (ctx: Ctx, to: string) => Promise<{ takeBack(): Promise<void> } | undefined>
  /** A fact is stored in this transaction. */
  factStored: (trx: Knex, fact: Fact) => Promise<void>
  /** A student is erased in this transaction: what a statement of a manifest cannot do. */
  personErased: (ctx: Ctx, trx: Knex, person: { id: number }) => Promise<void>
  /** Ends what the token of an emailed link stands for; false for a token of somebody else. */
  unsubscribed: (ctx: Ctx, token: string) => Promise<boolean>
  /** Returns tabs of the console that the shop has no use for yet: the menu leaves them out, their addresses work. */
  tabsUnused: (db: Knex) => Promise<readonly string[]>
  /** Returns lines of the owner's list of what to do. */
  todoLines: (ctx: Ctx) => Promise<readonly TodoFound[]>
  /** Returns counts for the menu of an owner's console, beside those of the trunk. */
  waitingCounted: (ctx: Ctx) => Promise<Pick<Waiting, 'privacy'>>
  /** Students should know of something by WhatsApp, too; without it nothing happens. */
  messageDue: (ctx: Ctx, trx: Knex, message: DueMessage) => Promise<void>
  /** Returns false once the reason of a message of the feature's own has ended; undefined for any other message. */
  messageNeeded: (
    ctx: Ctx,
    message: { kind: DueMessage['kind']; key: string; userId: number },
  ) => Promise<boolean | undefined>
  /** Returns true if a student has earned something with a course that a refund would end. */
  rewardEarned: (ctx: Ctx, earned: { userId: number; courseId: string }) => Promise<boolean>
  /** Returns what became of the letter to the people of a move; null without anybody to write to. */
  moveLetterCounted: (ctx: Ctx, moveId: string) => Promise<{ recipients: number; sent: number; came: number } | null>
  /** A lesson is saved with what other features store of it, in this transaction. An error refuses the save; its paths begin at the lesson. */
  lessonSaved: (
    ctx: Ctx,
    trx: Knex,
    lesson: { lesson_id: string; live?: LiveInput; assignment?: AssignmentInput; quiz?: QuizInput },
  ) => Promise<void>
  /** Returns what else an editor sees of a course's lessons. */
  lessonsListed: (ctx: Ctx, courseId: string) => Promise<{ live: Record<string, LiveSummary> }>
  /** The nightly cleaning: forgets what nobody needs any more. */
  dayEnded: (ctx: Ctx) => Promise<void>
  /** Returns the name of a file that a session may read for a reason of the feature's own. */
  fileAllowed: (
    ctx: Ctx,
    opener: { audience: 'user' | 'admin'; sessionId: string },
    mediaId: string,
  ) => Promise<{ name: string } | undefined>
  /** Seals stored secrets with the first of the keys; returns how many. */
  secretsSealed: (ctx: Ctx) => Promise<number>
  /** Returns who gets data of students because the feature is set up. */
  processorsUsed: (ctx: Ctx) => Promise<readonly UsedProcessor[]>
  /** Returns purposes of consent, and other uses of personal data (`NoticeUse`), that the shop has. */
  consentsUsed: (ctx: { db: Knex }) => Promise<readonly string[]>
  /**
   * A purchase of a student (`users.id`) begins, or a free course is taken: `fields` are those of the store's checkout, undefined elsewhere. It runs
   * before any transaction, so that it may store something and refuse by an `appError`.
   */
  purchaseBegun: (
    ctx: Ctx,
    purchase: { user: { id: number; user_id: string }; fields?: BuyFields | undefined },
  ) => Promise<void>
  /** A file of the library is replaced by another wherever it is used. */
  fileReplaced: (ctx: Ctx, trx: Knex, files: { from: string; to: string; now: Date }) => Promise<void>
  /** Lists public pages of the feature's own by path. A page at the path of a public screen replaces the screen. */
  pagesListed: (ctx: Ctx) => Promise<readonly { path: string; changed_at: Date | string }[]>
  /** Returns the page at an address; undefined if the feature has none there. */
  pageRequested: (ctx: Ctx, at: OwnAddress) => Promise<OwnPage | undefined>
  /** Returns who makes a call of the console with a key; undefined for the session of an admin. An error refuses the call. */
  consoleCalled: (ctx: Ctx, call: ArrivingCall) => Promise<OtherCaller | undefined>
  /** Returns the scope of each call that a key may make, by its place in the contract. */
  scopesListed: (ctx: unknown) => Promise<Readonly<Record<string, string>>>
}

type Answer<Name extends keyof Hooks> = Awaited<ReturnType<Hooks[Name]>>

let found: Promise<Partial<Hooks>[]> | undefined

/** Loads them at the first moment: a feature that joins in uses the one that calls it. */
const load = async () => (await importAll('../../**/*.hooks.ts', import.meta.dirname)) as Partial<Hooks>[]

/** Calls everything that joins in, one after the other, and returns their answers; an error is the caller's. */
export async function callHooks<Name extends keyof Hooks>(
  name: Name,
  ...args: Parameters<Hooks[Name]>
): Promise<Answer<Name>[]> {
  found ??= load()
  const answers: Answer<Name>[] = []
  for (const module of await found) {
    const hook = module[name] as ((...args: Parameters<Hooks[Name]>) => Promise<Answer<Name>>) | undefined
    if (hook) answers.push(await hook(...args))
  }
  return answers
}
