import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { errorText } from '../../api/client.ts'
import { toast } from '../../ui/toaster.ts'

/** A call of the contract with its place in it, such as `adminApi.payLinks.add`. */
export type Call = { call: (input: never) => Promise<unknown>; key: () => readonly unknown[] }

export type InputOf<C extends Call> = Parameters<C['call']>[0]
export type AnswerOf<C extends Call> = Awaited<ReturnType<C['call']>>

/** Two calls of a feature as one: `change` of the thing that its `params` name, and `add` without them. */
export const addOrChange = <Add extends Call, Change extends Call>(add: Add, change: Change) => ({
  key: add.key,
  call: (input: InputOf<Add> | InputOf<Change>): Promise<AnswerOf<Add> | AnswerOf<Change>> =>
    send<Add | Change>('params' in (input as object) ? change : add, input),
})

/** A value, or a function that makes it of its arguments. */
export type Made<Args extends readonly unknown[], Value> = Value | ((...args: Args) => Value)

export const made = <Args extends readonly unknown[], Value>(value: Made<Args, Value>, ...args: Args): Value =>
  typeof value === 'function' ? (value as (...args: Args) => Value)(...args) : value

/** Sends what a screen made. Its type is the call's own where the screen names it. */
export const send = <C extends Call>(call: C, input: unknown): Promise<AnswerOf<C>> =>
  (call.call as (input: unknown) => Promise<AnswerOf<C>>)(input)

/** Reads again what all calls of this one's feature have answered; `also`: what other calls have. */
export function readAgain(queries: QueryClient, call: Call, also: readonly QueryKey[] = []): Promise<unknown> {
  const [path] = call.key() as [readonly string[]]
  return Promise.all(
    [[path.slice(0, 1), {}], ...also].map(async (queryKey) => {
      // An answer requested before the change must not pass for one after it.
      await queries.cancelQueries({ queryKey })
      await queries.invalidateQueries({ queryKey })
    }),
  )
}

/** Span in milliseconds in which the notice of a change offers its undo. */
export const UNDO_MS = 10_000

type ToastOptions = Parameters<typeof toast.success>[1] & {}

/** The words of a notice: a title alone, or with a description and a link; undefined for the answer's own message, null for no notice. */
export type Notice =
  | string
  | readonly [title: string, description?: string, action?: ToastOptions['action']]
  | null
  | undefined

export function notifyDone(notice: Notice, answer: unknown, more?: ToastOptions) {
  const own = (answer as { message?: string } | undefined)?.message
  const [title, description, action] =
    typeof notice === 'object' && notice ? notice : [notice === undefined ? own : notice]
  if (title) toast.success(title, { ...(description && { description }), ...(action && { action }), ...more })
}

export const notifyFailed = (title: string, error: unknown, fallback = 'Please try again.') =>
  toast.error(title, { description: errorText(error, fallback) })
