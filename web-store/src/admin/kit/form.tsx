import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, isValidElement, type ReactNode, useId, useRef, useState } from 'react'
import type { ZodType } from 'zod'
import { isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { type ActionForm, fieldErrors } from '../../shared/forms/use-action-form.ts'
import type { ButtonProps } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { UNDO_MS as CARD_UNDO_MS } from '../forms/use-editor.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { type AnswerOf, type Call, type Notice, notifyDone, notifyFailed, readAgain, send, UNDO_MS } from './call.ts'
import type { Kind, More } from './fields.tsx'
import { Question } from './question.tsx'

// biome-ignore lint/suspicious/noExplicitAny: each field has a type of its own
export type Fields = { readonly [name: string]: Kind<any> }
export type TypedOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Kind<infer Typed> ? Typed : never }
type Names<F extends Fields> = keyof F & string

export type FormOptions<F extends Fields, C extends Call> = Pick<
  ActionForm<TypedOf<F>, AnswerOf<C>>,
  'check' | 'renews' | 'say'
> & {
  /** Names the draft. */
  draft: string
  /** No storage holds what is typed: a password, a code, or a key. */
  secret?: boolean
  /** Stored values, or those of a new form, as they are sent. */
  begun?: { readonly [Name in keyof F]?: unknown } | undefined
  /** The contract's schema of the body. Without it the server alone judges. */
  // biome-ignore lint/suspicious/noExplicitAny: each body has a type of its own
  schema?: { safeParse: (body: any) => ReturnType<ZodType['safeParse']> } | undefined
  /** Changes what is sent before the schema judges it. */
  shape?: (body: Record<string, unknown>, typed: TypedOf<F>) => unknown
  /** Params and headers of the call beside its body. */
  of?: Record<string, unknown> | undefined
  /** Fields that are not sent as they began; `changed`: all. */
  sends?: 'changed' | readonly Names<F>[]
  /** Sent again after a lost answer it counts once: with an idempotency key. */
  once?: boolean
  /** Fields that a code without a path is about. */
  codes?: { readonly [code: string]: Names<F> }
  /** The notice afterwards: the answer's own message by default, none for null. */
  done?: Notice | ((answer: AnswerOf<C>, sent: TypedOf<F>) => Notice)
  /** Titles the notice of a failure whose form is closed; `toasts`: of one that is open, too. */
  failed: string | ((sent: TypedOf<F>, error: unknown) => string)
  toasts?: boolean
  /**
   * The notice offers to take it back: `true` types what was stored before into the form, which stays, for a minute; a function makes the
   * input of that call, where there is one. `before`: the body that the form began with.
   */
  undo?: true | ((answer: AnswerOf<C>, sent: TypedOf<F>, before: unknown) => unknown)
  /** Asks before it sends. */
  asks?: (typed: TypedOf<F>) => Question | undefined
  fallback?: string
  also?: readonly QueryKey[]
  /** Values after a save that stays on the screen, as they are stored; by default what the form began with. */
  stored?: (answer: AnswerOf<C>) => { readonly [Name in keyof F]?: unknown }
  onDone?: (answer: AnswerOf<C>, after: { sent: TypedOf<F>; since: boolean; here: boolean }) => unknown
  onFailed?: ((error: unknown) => unknown) | undefined
}

/** Holds what a form sends: fields, the call that takes them, and its words. Its draft outlives a reload and another screen. */
export function useForm<C extends Call, F extends Fields>(call: C, fields: F, options: FormOptions<F, C>) {
  const {
    draft,
    begun,
    schema,
    shape,
    of,
    sends,
    once,
    codes,
    done,
    failed,
    also,
    undo,
    asks,
    stored,
    onDone,
    onFailed,
    ...shown
  } = options
  const queries = useQueryClient()
  const each = <Value,>(value: (kind: Kind<unknown>, name: Names<F>) => Value) =>
    Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, value(kind, name)]))
  const typedOf = (values: FormOptions<F, C>['begun']) =>
    each((kind, name) => (values?.[name] === undefined ? kind.begun : kind.typed(values[name]))) as TypedOf<F>
  const bodyOf = (typed: TypedOf<F>) => {
    const sent = Object.entries(each((kind, name) => kind.sent(typed[name])))
    const body = Object.fromEntries(sent.filter(([, value]) => value !== undefined))
    return shape ? shape(body, typed) : body
  }
  const start = typedOf(begun)
  const undoing = useRef(false)
  const takeBack = useSubmission({
    mutationFn: (input: unknown) => send(call, input),
    onSuccess: () => notifyDone('Change undone', undefined, { id: draft }),
    onError: (error) => notifyFailed('The change was not undone', error),
    onSettled: () => readAgain(queries, call, also),
  })
  const undoOf = (answer: AnswerOf<C>, sent: TypedOf<F>): (() => void) | undefined => {
    if (undo === true)
      return () => {
        undoing.current = true
        form.send(bodyOf(start))
      }
    const input = undo?.(answer, sent, bodyOf(start))
    return input === undefined ? undefined : () => takeBack.mutate(input)
  }
  const [question, setQuestion] = useState<Question>()
  const form = useActionForm<TypedOf<F>, AnswerOf<C>, unknown>({
    name: draft,
    begun: start,
    failed,
    fallback: 'Please try again.',
    ...shown,
    ...(once && { once }),
    ...(stored && { stored: (answer: AnswerOf<C>) => typedOf(stored(answer)) }),
    ...(schema && { parse: (typed: TypedOf<F>) => schema.safeParse(bodyOf(typed)) }),
    fieldsOf: (error) => fieldErrors(error, Object.keys(fields), codes) as { [Name in keyof F]?: string } | undefined,
    send: (judged, { values, key, changed }) => {
      const whole = (schema ? judged : bodyOf(values)) as Record<string, unknown>
      const unsent = (name: string) => (sends === 'changed' || sends?.includes(name)) && !(name in changed)
      const body = Object.fromEntries(Object.entries(whole).filter(([name]) => !unsent(name)))
      const head = once && { headers: { 'idempotency-key': key } }
      return send(call, of || once ? { ...of, ...head, body } : body)
    },
    onFailed: async (error) => {
      undoing.current = false
      // Somebody else's change is read before it is replaced.
      if (isApiError(error) && error.status === 409) await readAgain(queries, call, also)
      return onFailed?.(error)
    },
    onDone: async (answer, after) => {
      const onClick = undoing.current ? undefined : undoOf(answer, after.sent)
      const duration = undo === true ? CARD_UNDO_MS : UNDO_MS
      const back = onClick && { duration, action: { label: 'Undo', onClick } }
      undoing.current = false
      notifyDone(typeof done === 'function' ? done(answer, after.sent) : done, answer, { id: draft, ...back })
      await onDone?.(answer, after)
      return readAgain(queries, call, also)
    },
  })
  return {
    ...form,
    submit(event?: FormEvent<HTMLElement>): void {
      const asked = form.isValid && !form.isPending ? asks?.(form.values) : undefined
      if (!asked) form.submit(event)
      else {
        event?.preventDefault()
        setQuestion(asked)
      }
    },
    fields,
    question: question && (
      <Question
        {...question}
        onConfirm={() => {
          setQuestion(undefined)
          form.submit()
        }}
        onClose={() => setQuestion(undefined)}
      />
    ),
    /** The body that a press would send. */
    body: bodyOf(form.values),
  }
}

/** Any form of `useForm`, as what draws it needs it. */
export type AnyForm = {
  fields: Fields
  // biome-ignore lint/suspicious/noExplicitAny: each field has a type of its own
  values: any
  put: (part: never) => void
  errorOf: (name: string) => string | undefined
  problem: string | undefined
  isChanged: boolean
  isPending: boolean
  question?: ReactNode
  submit: (event?: FormEvent<HTMLElement>) => void
}

type Layout = readonly (string | readonly string[] | ReactNode)[]
export type FormProps = {
  form: AnyForm
  id?: string
  /** Names the form for screen readers. */
  title?: string
  /** Names of fields below each other, lists of names beside each other, and words between them; by default all fields. */
  layout?: Layout | undefined
  /** Words and bounds of fields that change with what is typed. */
  more?: { readonly [name: string]: More & { error?: string | false | undefined } } | undefined
  /** Below the fields: mostly a `SaveButton`. */
  children?: ReactNode
}

const Beside = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', md: 'repeat(auto-fit,minmax(0,1fr))' },
    gridAutoFlow: { md: 'column' },
    gridAutoColumns: { md: 'minmax(0,1fr)' },
    gap: '4',
    alignItems: 'start',
  },
})

function Parts({ form, layout = Object.keys(form.fields), more, children }: FormProps) {
  const draw = (name: string) => {
    const { error, ...changing } = more?.[name] ?? {}
    const put = (typed: unknown) => form.put({ [name]: typed } as never)
    const problem = form.errorOf(name) ?? (error || undefined)
    return form.fields[name]?.draw({ name, value: form.values[name], put, error: problem, ...changing })
  }
  return (
    <>
      {layout.map((part, at) => {
        if (typeof part === 'string') return <Fragment key={part}>{draw(part)}</Fragment>
        // biome-ignore lint/suspicious/noArrayIndexKey: a layout does not change its order
        if (!Array.isArray(part) || isValidElement(part)) return <Fragment key={at}>{part as ReactNode}</Fragment>
        return (
          <Beside key={part.join()}>
            {part.map((name: string) => (
              <Fragment key={name}>{draw(name)}</Fragment>
            ))}
          </Beside>
        )
      })}
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      {children}
      {form.question}
    </>
  )
}

/** Draws a form: its fields as laid out, its problem, and its buttons. */
export function Form({ id, title, ...parts }: FormProps) {
  return (
    <chakra.form
      method="post"
      id={id}
      noValidate
      display="grid"
      gap="4"
      onSubmit={parts.form.submit}
      aria-label={title}
    >
      <Parts {...parts} />
    </chakra.form>
  )
}

/** Draws a form that is a card with a heading, and `below` it a sentence. */
export function FormCard({ title, below, ...parts }: FormProps & { title: string; below?: ReactNode }) {
  const id = useId()
  return (
    <Card asChild padded display="grid" gap="4.5" alignContent="start">
      <form method="post" noValidate onSubmit={parts.form.submit} aria-labelledby={id}>
        <div>
          <chakra.h2 id={id} textStyle="h3" fontSize="1.375rem">
            {title}
          </chakra.h2>
          {below && <Help>{below}</Help>}
        </div>
        <Parts {...parts} />
      </form>
    </Card>
  )
}

type SaveProps = Omit<ButtonProps, 'form'> & {
  of: AnyForm
  formId?: string
  waitsFor?: string | undefined
  /** Submits also what began the form: nothing has to change first. */
  always?: boolean
}

/** Submits a form; until something was changed it says so instead. */
export function SaveButton({ of, formId, waitsFor = 'Change something first', always, ...rest }: SaveProps) {
  return (
    <WaitingButton
      type="submit"
      busyText="Saving..."
      {...(formId && { form: formId })}
      waitsFor={!always && !of.isChanged && waitsFor}
      busy={of.isPending}
      {...rest}
    />
  )
}
