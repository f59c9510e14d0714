import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import {
  type AnswerOf,
  type Call,
  type InputOf,
  type Made,
  made,
  type Notice,
  notifyDone,
  notifyFailed,
  readAgain,
  send,
  UNDO_MS,
} from './call.ts'
import { Question } from './question.tsx'

type Words<Thing, Answer> = {
  /** Titles the notice of a failure. */
  failed: Made<[Thing], string>
  /** The notice afterwards: the answer's own message by default, none for null. */
  done?: Made<[Answer, Thing], Notice>
}

type Act<Thing, C extends Call> = Words<Thing, AnswerOf<C>> & {
  /** Makes the input of the pressed thing; by default it is the thing itself. */
  of?: (thing: Thing) => InputOf<C>
  /** Asks first. */
  confirm?: (thing: Thing) => Question
  /** Takes it back, for ten seconds; its `call` gets the same input by default. */
  undo?: Words<Thing, unknown> & { call: Call; of?: (thing: Thing) => unknown }
  /** Other queries to read again; those of the call's feature always are. */
  also?: readonly QueryKey[]
  /** A failure is no notice: the screen shows `problem`, for a drawer hides notices. */
  beside?: boolean
  onDone?: (answer: AnswerOf<C>, thing: Thing) => unknown
}

/** Runs an action once for a double click, reports its outcome, and reads its feature again. */
function useActing<C extends Call, Thing>(call: C, act: Act<Thing, C>, onSettled: () => void) {
  const queries = useQueryClient()
  const inputOf = (thing: Thing): unknown => (act.of ? act.of(thing) : thing)
  const again = () => readAgain(queries, call, act.also)
  const undoing = useSubmission({
    mutationFn: (thing: Thing) => send(act.undo?.call ?? call, act.undo?.of ? act.undo.of(thing) : inputOf(thing)),
    onSuccess: (answer, thing) =>
      act.undo && notifyDone(made<[unknown, Thing], Notice>(act.undo.done, answer, thing), answer, { id: idOf(call) }),
    onError: (error, thing) => act.undo && notifyFailed(made(act.undo.failed, thing), error, ''),
    onSettled: again,
  })
  return useSubmission({
    mutationFn: (thing: Thing) => send(call, inputOf(thing)),
    onSuccess: async (answer, thing) => {
      const back = act.undo && { duration: UNDO_MS, action: { label: 'Undo', onClick: () => undoing.mutate(thing) } }
      notifyDone(made<[AnswerOf<C>, Thing], Notice>(act.done, answer, thing), answer, { id: idOf(call), ...back })
      await act.onDone?.(answer, thing)
      return again()
    },
    onError: (error, thing) => {
      if (!act.beside) notifyFailed(made(act.failed, thing), error)
      // The screen may show what is no longer so.
      return again()
    },
    onSettled,
  })
}

/** Does one thing at a press. Show `dialog` wherever it asks first. `at`: the thing that it is busy with. */
export function useAct<C extends Call, Thing = InputOf<C>>(call: C, act: Act<Thing, C>) {
  const [asked, setAsked] = useState<{ thing: Thing }>()
  const acting = useActing(call, act, () => setAsked(undefined))
  const question = asked && act.confirm?.(asked.thing)
  return {
    run: (...[thing]: undefined extends Thing ? [thing?: Thing] : [thing: Thing]) =>
      act.confirm ? setAsked({ thing: thing as Thing }) : acting.mutate(thing as Thing),
    busy: acting.isPending,
    at: acting.isPending ? acting.variables : undefined,
    problem: acting.error
      ? `${made(act.failed, acting.variables as Thing)}. ${errorText(acting.error, 'Please try again.')}`
      : undefined,
    data: acting.data,
    error: acting.error,
    reset: acting.reset,
    dialog: asked && question && (
      <Question
        {...question}
        busy={acting.isPending}
        onConfirm={() => acting.mutate(asked.thing)}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}

/** The same as a dialog that a screen opens for a thing, and loads when it does. */
export function confirmDialog<C extends Call, Thing>(
  call: C,
  act: Act<Thing, C> & { confirm: (thing: Thing) => Question },
): ComponentType<{ of: Thing; onClose: () => void }> {
  return function ConfirmAct({ of: thing, onClose }) {
    const acting = useActing(call, act, onClose)
    const props = { busy: acting.isPending, onConfirm: () => acting.mutate(thing), onClose }
    return <Question {...act.confirm(thing)} {...props} />
  }
}

/** One notice at a time for the same call. */
const idOf = (call: Call) => JSON.stringify(call.key()[0])
