import { type ComponentType, type ReactNode, useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { type AnswerOf, type Call, type Made, made, type Notice } from './call.ts'
import {
  type AnyForm,
  type Fields,
  Form,
  type FormOptions,
  type FormProps,
  SaveButton,
  type TypedOf,
  useForm,
} from './form.tsx'
import type { Question } from './question.tsx'
import { useAct } from './use-act.tsx'
import { useLatest } from './use-latest.ts'

type Beside<Thing> = {
  call: Call
  of: (thing: Thing) => unknown
  label: ReactNode
  busyText: string
  failed: string
}

type ActionDialog<Thing, C extends Call, F extends Fields> = Pick<
  FormOptions<F, C>,
  'sends' | 'once' | 'codes' | 'toasts' | 'fallback' | 'also' | 'stored' | 'shape' | 'secret'
> & {
  title: (thing: Thing) => string
  call: C
  fields: Made<[Thing], F>
  schema?: Made<[Thing], FormOptions<F, C>['schema']>
  draft: (thing: Thing) => string
  begun?: (thing: Thing) => FormOptions<F, C>['begun']
  /** Params of the call; its body is the form. */
  of?: (thing: Thing) => Record<string, unknown> | undefined
  layout?: (typed: TypedOf<F>, thing: Thing) => FormProps['layout']
  more?: (typed: TypedOf<F>, thing: Thing) => FormProps['more']
  /** Words of the button, and while it runs. */
  save: Made<[TypedOf<F>, Thing], string>
  busyText?: string
  danger?: boolean
  /** Another press on the same thing, at the other end of the foot. */
  beside?: Beside<Thing>
  /** The button waits for it while nothing is changed; without it the button is always ready. */
  waitsFor?: string
  failed?: Made<[Thing], string>
  done?: Notice | ((answer: AnswerOf<C>, sent: TypedOf<F>, thing: Thing) => Notice)
  /** The thing as it is after the call, so that the notice can put back what the dialog began with; undefined where there was nothing before. */
  undo?: (answer: AnswerOf<C>, thing: Thing) => Thing | undefined
  /** Asks before it sends. */
  asks?: (typed: TypedOf<F>, thing: Thing) => Question | undefined
  onFailed?: (error: unknown, thing: Thing) => unknown
  /** Stays open after a save. */
  stays?: boolean
  size?: DialogProps['size']
}

/** A dialog that asks for what a call needs, sends it for the thing that it was opened for, and closes. */
export function actionDialog<Thing, C extends Call, F extends Fields>(
  dialog: ActionDialog<Thing, C, F>,
): ComponentType<{ of: Thing; onClose: () => void }> {
  const {
    title,
    call,
    fields,
    schema,
    draft,
    begun,
    of,
    layout,
    more,
    save,
    busyText,
    danger,
    beside,
    waitsFor,
    done,
    undo,
    asks,
    onFailed,
    stays,
    size,
    failed,
    ...rest
  } = dialog
  return function ActionDialog({ of: opened, onClose }) {
    const id = useId()
    const latest = useLatest(opened)
    const { thing } = latest
    const form = useForm<C, F>(call, made(fields, thing), {
      ...rest,
      draft: draft(thing),
      schema: made(schema, thing),
      begun: begun?.(thing),
      of: of?.(thing),
      failed:
        failed === undefined
          ? `${typeof save === 'string' ? save : title(thing)}: not confirmed`
          : made<[Thing], string>(failed, thing),
      ...(done !== undefined && {
        done: typeof done === 'function' ? (answer, sent) => done(answer, sent, thing) : done,
      }),
      ...(undo && {
        undo: (answer, _, before) => {
          const now = undo(answer, thing)
          const judged = now && made(schema, now)?.safeParse(before)
          return now && { ...of?.(now), body: judged?.success ? judged.data : before }
        },
      }),
      ...(asks && { asks: (typed) => asks(typed, thing) }),
      say: (error) => latest.say(error, rest.fallback ?? 'Please try again.'),
      onFailed: (error) => {
        latest.onFailed(error)
        return onFailed?.(error, thing)
      },
      onDone: (_, { here, since }) => here && !since && !stays && onClose(),
    })
    const shown = form as unknown as AnyForm
    return (
      <Dialog
        open
        onClose={onClose}
        title={title(thing)}
        {...(size && { size })}
        footer={
          <>
            {beside && <BesideButton {...beside} thing={thing} waits={form.isChanged} />}
            {(!stays || (form.isChanged && !form.isPending)) && (
              <Button variant="outline" onClick={() => form.cancel(onClose)}>
                Cancel
              </Button>
            )}
            <SaveButton
              of={shown}
              formId={id}
              waitsFor={waitsFor}
              always={!waitsFor}
              colorPalette={danger ? 'danger' : undefined}
              busyText={busyText ?? 'Saving...'}
            >
              {made(save, form.values, thing)}
            </SaveButton>
          </>
        }
      >
        <Form form={shown} id={id} layout={layout?.(form.values, thing)} more={more?.(form.values, thing)} />
      </Dialog>
    )
  }
}

function BesideButton<Thing>({
  call,
  of,
  label,
  busyText,
  failed,
  thing,
  waits,
}: Beside<Thing> & { thing: Thing; waits: boolean }) {
  const { run, busy } = useAct(call, { of: (one: Thing) => of(one) as never, failed })
  return (
    <WaitingButton
      variant="outline"
      me="auto"
      waitsFor={waits && 'Save or cancel your changes first'}
      busy={busy}
      busyText={busyText}
      onClick={() => run(thing)}
    >
      {label}
    </WaitingButton>
  )
}
