import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/call-types.ts'
import { errorText, isApiError } from '../../api/client.ts'
import { randomKey } from '../../api/random-key.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { filled } from '../../language/text.ts'
import { type DraftStore, draftsOf } from '../../stores/drafts.ts'
import { toast } from '../../ui/toaster.ts'
import { useIsHere } from '../../ui/use-is-here.ts'

/** Returns true for an error that the same call would meet again. Logging in again helps a session, and a rate limit passes. */
export function isRefused(error: unknown): error is ApiError {
  return isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429
}

/** Cancels a submission: its error is already on the screen. */
export class Stopped extends Error {}

/** Returns the server's problems by field: by the paths of a 422, or by code without a path. Undefined when none is of the form. */
export function fieldErrors(
  error: unknown,
  fields: readonly string[],
  fieldOfCode: Readonly<Record<string, string>> = {},
) {
  if (!isApiError(error)) return undefined
  const named = (error.data?.errors ?? []).map(({ path, message }) => [path, filled(message)])
  const ofCode = Object.hasOwn(fieldOfCode, error.code) ? fieldOfCode[error.code] : undefined
  const found = [...named, ...(ofCode ? [[ofCode, errorText(error, '')]] : [])].filter(([field = '']) =>
    fields.includes(field),
  )
  return found.length > 0 ? (Object.fromEntries(found) as Record<string, string>) : undefined
}

type Name<Values> = keyof Values & string
type Problems<Values> = { [Field in keyof Values]?: string | undefined }
type Parsed<Body> =
  | { success: true; data: Body }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
/** The fields that differ from the stored values; `sent`: the outcome of that submission is unknown. */
type Draft<Values> = Partial<Values> & { key?: string; sent?: boolean }

export type ActionForm<Values extends object, Answer, Body = Values> = {
  drafts: DraftStore
  /** Names the draft. */
  name: string
  /** Initial values: blank, or the stored ones. A draft overrides them. */
  begun: Values
  /** Finds what is wrong, by field; an empty problem refuses without a word. */
  check?: (values: Values) => Problems<Values>
  /** Finds what is wrong by the contract's schema, and turns what is typed into what is sent. */
  parse?: (values: Values) => Parsed<Body>
  send: (body: Body, sent: { values: Values; key: string; changed: Partial<Values> }) => Promise<Answer>
  /** Sent again after a lost answer it counts once: its key stays until the answer is known, over Cancel and a reload, too. */
  once?: boolean
  /** True for a failure after which the next press is another action. */
  renews?: (error: unknown) => boolean
  /** Values after a save; by default the initial ones. */
  stored?: (answer: Answer, sent: Values) => Values
  /** `since`: something was typed after the press, and is in the form. */
  onDone?: (answer: Answer, after: { sent: Values; since: boolean; here: boolean }) => unknown
  onFailed?: (error: unknown) => unknown
  /** Titles the notice of a failure whose form is closed. */
  failed?: string | ((sent: Values, error: unknown) => string)
  /** A failure is a notice while the form is shown, too. */
  toasts?: boolean
  /** Words for a failure without words of the shop. */
  fallback: string
  noReply?: string
  say?: (error: unknown) => string
  /** The fields that a failure is about, with their words. */
  fieldsOf?: (error: unknown) => Problems<Values> | undefined
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of a draft that are no longer as they began, without those that another release, or somebody's hands, have spoiled. */
function changedIn<Values extends object>(draft: Draft<Values> | undefined, base: Values): Partial<Values> {
  const isOfKind = (value: unknown, begun: unknown) =>
    begun === undefined ||
    begun === null ||
    (typeof value === typeof begun && Array.isArray(value) === Array.isArray(begun))
  const fields = (Object.keys(base) as Name<Values>[]).filter((name) => {
    const value = draft?.[name]
    return value !== undefined && !same(value, base[name]) && isOfKind(value, base[name])
  })
  return Object.fromEntries(fields.map((name) => [name, draft?.[name]])) as Partial<Values>
}

/**
 * Runs a form with a submit button. Its draft outlives Escape, another screen, and a reload; a double click submits once; words typed after
 * the press stay; a failure shows in the form, or in a notice once it is closed. A password, a code, or a gateway's keys: `useSecretForm`.
 */
export function useActionForm<Values extends object, Answer, Body = Values>(options: ActionForm<Values, Answer, Body>) {
  const { drafts, name, begun, check, parse, once = false, renews, fallback } = options
  const { say = (error: unknown) => errorText(error, fallback) } = options
  const [draft, setDraft] = drafts.useDraft<Draft<Values>>(name)
  const [saved, setSaved] = useState<{ over: string; values: Values }>()
  const [spareKey, setSpareKey] = useState(randomKey)
  const [presses, setPresses] = useState(0)
  const [wrong, setWrong] = useState<Problems<Values>>({})
  const element = useRef<HTMLElement>(null)
  const here = useIsHere()

  const base = saved?.over === name + JSON.stringify(begun) ? saved.values : begun
  const latest = useRef({ begun, base })
  latest.current = { begun, base }
  const changed = changedIn(draft, base)
  const values: Values = { ...base, ...changed }
  const key = draft?.key ?? spareKey
  const parsed = parse?.(values)
  const problems: Problems<Values> = check?.(values) ?? {}
  if (parsed && !parsed.success)
    for (const { path, message } of parsed.error.issues)
      problems[(path.find((part) => part in values) ?? path[0]) as Name<Values>] ??= message
  const isValid = Object.values(problems).every((problem) => problem === undefined)

  const write = (part: Draft<Values>) =>
    setDraft((now) => {
      const next = { key, ...now, ...part }
      const fields = changedIn(next, latest.current.base)
      if (!next.sent && Object.keys(fields).length === 0) return undefined
      return { ...fields, key: next.key, sent: next.sent === true } as Draft<Values>
    })
  const action = useSubmission({
    mutationFn: ({ body, ...sent }: { body: Body; values: Values; key: string; changed: Partial<Values> }) =>
      options.send(body, sent),
    onSuccess: (answer, { values: sent }) => {
      const next = options.stored?.(answer, sent)
      if (next) setSaved({ over: name + JSON.stringify(latest.current.begun), values: next })
      const typed = { ...latest.current.base, ...drafts.read<Draft<Values>>(name) }
      const later = Object.fromEntries(
        Object.entries(typed).filter(([at, value]) => !same(value, sent[at as Name<Values>])),
      )
      const since = changedIn(later as Partial<Values>, next ?? latest.current.begun)
      const isSince = Object.keys(since).length > 0
      // Another person's words since are not theirs.
      setDraft((now) => (now && isSince ? ({ ...since, key: randomKey() } as Draft<Values>) : undefined))
      setSpareKey(randomKey())
      setPresses(0)
      return options.onDone?.(answer, { sent, since: isSince, here: here.current })
    },
    onSettled: (_answer, error) => {
      const renewed = error && renews?.(error) ? randomKey() : undefined
      if (renewed) setSpareKey(renewed)
      if (error && (!once || renewed || isRefused(error)))
        write({ sent: false, ...(renewed && { key: renewed }) } as Draft<Values>)
    },
    onError: (error, { values: sent }) => {
      if (error instanceof Stopped) return
      notify(error, sent)
      return options.onFailed?.(error)
    },
  })
  const notify = (error: unknown, sent: Values) => {
    const fields = here.current ? options.fieldsOf?.(error) : undefined
    const { failed, toasts, noReply } = options
    if (fields) {
      setWrong(fields)
      setPresses((count) => count + 1)
    } else if (failed && (toasts || !here.current)) {
      const words = say(error)
      const description = !toasts && words === fallback ? (noReply ?? words) : words
      toast.error(typeof failed === 'string' ? failed : failed(sent, error), { description })
    }
  }
  useEffect(() => {
    if (presses > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [presses])

  const send = (body: Body) => {
    setSpareKey(key)
    write({ sent: true } as Draft<Values>)
    action.mutate({ body, values, key, changed })
  }
  const put = (part: Partial<Values>) => {
    if (action.error) action.reset()
    setWrong((now) => Object.fromEntries(Object.entries(now).filter(([at]) => !(at in part))) as Problems<Values>)
    write(part)
  }
  const errorOf = (field: string) =>
    wrong[field as Name<Values>] ?? ((presses > 0 && problems[field as Name<Values>]) || undefined)
  const forget = () => {
    setDraft(undefined)
    setSpareKey(randomKey())
    setPresses(0)
    setWrong({})
    action.reset()
  }
  const props = <Field extends Name<Values>>(field: Field) => ({ name: field, error: errorOf(field) })
  return {
    values,
    changed,
    put,
    forget,
    reset: action.reset,
    isValid,
    isTyped: draft !== undefined,
    isChanged: Object.keys(changed).length > 0,
    isPending: action.isPending,
    data: action.data,
    error: action.error,
    errorOf,
    /** Problem for the foot of the form; undefined when a field shows it. */
    problem: action.error && Object.keys(wrong).length === 0 ? say(action.error) : undefined,
    /** The props of a `Field` of text or of a choice. */
    field: (field: Name<Values>) => ({
      ...props(field),
      value: String(values[field]),
      onChange: ({ target }: { target: { value: string } }) => put({ [field]: target.value } as Partial<Values>),
    }),
    /** The props of a checkbox. */
    box: (field: Name<Values>) => ({
      name: field,
      checked: values[field] === true,
      onChange: ({ target }: { target: { checked: boolean } }) => put({ [field]: target.checked } as Partial<Values>),
    }),
    /** Submits valid values, or shows the problems. */
    submit(event?: FormEvent<HTMLElement>): void {
      event?.preventDefault()
      if (event) element.current = event.currentTarget
      setPresses((count) => count + 1)
      setWrong({})
      if (!isValid || action.isPending) return
      send(parsed?.success ? parsed.data : (values as unknown as Body))
    },
    /** Sends `body` in place of what is typed, unchecked. */
    send,
    /** Leaves the form by its Cancel; remembers a submission with an unknown outcome. */
    cancel(leave: () => void): void {
      if (!action.isPending && !draft?.sent) forget()
      leave()
    },
  }
}

/** Runs a form that no storage holds, for a password, a code, or a gateway's keys. The form's end erases them. */
export function useSecretForm<Values extends object, Answer, Body = Values>(
  options: Omit<ActionForm<Values, Answer, Body>, 'drafts' | 'name'>,
) {
  const [drafts] = useState(() =>
    draftsOf(
      () => '',
      () => undefined,
    ),
  )
  return useActionForm({ ...options, drafts, name: '' })
}
