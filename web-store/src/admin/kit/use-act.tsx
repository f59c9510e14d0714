import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSubmission } from '../../api/use-submission.ts'
import { later } from '../../ui/later.tsx'
import { type AnswerOf, type Call, type InputOf, readAgain, sayDone, sayFailed, send } from './call.ts'

const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))

const UNDO_MS = 10_000

type Question = { title: string; label?: string; cancel?: string; text?: ReactNode }

type Words<Thing, Answer> = {
  /** Titles the notice of a failure. */
  failed: string | ((thing: Thing) => string)
  /** The notice afterwards: the answer's own message by default, none for null. */
  done?: string | null | ((answer: Answer, thing: Thing) => string | null | undefined)
}

type Act<Thing, C extends Call> = Words<Thing, AnswerOf<C>> & {
  /** What is sent of the thing that was pressed; by default the thing itself. */
  of?: (thing: Thing) => InputOf<C>
  /** Asks first. */
  confirm?: (thing: Thing) => Question
  /** Takes it back, for ten seconds; `call` gets the same input. */
  undo?: Words<Thing, unknown> & { call: Call }
  /** Other queries to read again; those of the call's feature always are. */
  also?: readonly QueryKey[]
  onDone?: (answer: AnswerOf<C>, thing: Thing) => unknown
}

/** Uses of a text that is given or made. */
const made = <Args extends readonly unknown[], Text>(text: Text | ((...args: Args) => Text), ...args: Args): Text =>
  typeof text === 'function' ? (text as (...args: Args) => Text)(...args) : text

/**
 * Does one thing at a press: asks first if it should, sends once for a double click, says what came of it, and reads the feature again.
 * Show `dialog` wherever it confirms.
 */
export function useAct<C extends Call, Thing = InputOf<C>>(call: C, act: Act<Thing, C>) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<{ thing: Thing }>()
  const inputOf = (thing: Thing): unknown => (act.of ? act.of(thing) : thing)
  const again = () => readAgain(queries, call, act.also)
  const undoing = useSubmission({
    mutationFn: (thing: Thing) => send(act.undo?.call ?? call, inputOf(thing)),
    onSuccess: (answer, thing) => act.undo && sayDone(made(act.undo.done, answer, thing), answer, { id: idOf(call) }),
    onError: (error, thing) => act.undo && sayFailed(made(act.undo.failed, thing), error, ''),
    onSettled: again,
  })
  const acting = useSubmission({
    mutationFn: (thing: Thing) => send(call, inputOf(thing)),
    onSuccess: async (answer, thing) => {
      const back = act.undo && { duration: UNDO_MS, action: { label: 'Undo', onClick: () => undoing.mutate(thing) } }
      sayDone(made(act.done, answer, thing), answer, { id: idOf(call), ...back })
      await act.onDone?.(answer, thing)
      return again()
    },
    onError: (error, thing) => {
      sayFailed(made(act.failed, thing), error)
      // What it stumbled over may have changed since it was read.
      return again()
    },
    onSettled: () => setAsked(undefined),
  })
  const question = asked && act.confirm?.(asked.thing)
  return {
    run: (thing: Thing) => (act.confirm ? setAsked({ thing }) : acting.mutate(thing)),
    busy: acting.isPending,
    dialog: asked && question && (
      <ConfirmDialog
        open
        title={question.title}
        {...(question.label && { confirmLabel: question.label })}
        {...(question.cancel && { cancelLabel: question.cancel })}
        busy={acting.isPending}
        onConfirm={() => acting.mutate(asked.thing)}
        onClose={() => setAsked(undefined)}
      >
        {typeof question.text === 'string' ? <p>{question.text}</p> : question.text}
      </ConfirmDialog>
    ),
  }
}

/** One notice at a time for the same call. */
const idOf = (call: Call) => JSON.stringify(call.key()[0])
