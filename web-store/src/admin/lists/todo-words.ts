import { WAITING_MOST } from 'contract/overview'
import type { TodoLine, WAITING_KINDS } from 'contract/todo'
import { dateTimeText } from '../../ui/format.ts'
import type { IconShape } from '../../ui/icon-drawing.ts'
import { agoText } from './ago-text.ts'

export type TodoWords = { icon: IconShape; title: string; detail: string; action: string; to: string; other?: OtherWay }

/** A second way, as a link behind the words. */
type OtherWay = { label: string; to: string }

export type WaitingWords = TodoWords & {
  tone: 'danger' | 'buy' | 'action'
  /** Names it where the list is folded: `7 questions`. */
  short: string
}

/** Says of each thing that waits in a folder what to do, why, and where: its `todo.ts` exports it. `WAITING_KINDS` orders the list. */
export type TodoOf = { [Kind in (typeof WAITING_KINDS)[number]]?: (line: TodoLine) => WaitingWords }

export const withoutStop = (text: string | null) => (text ?? '').replace(/\.$/, '')
export const since = (moment: string | null) => (moment ? `Since ${dateTimeText(moment)}: ` : '')
export const oldest = (moment: string | null) => (moment ? `The oldest came ${agoText(moment)}.` : '')
export const counted = ({ count }: TodoLine, one: string, many = `${one}s`) =>
  count >= WAITING_MOST ? `${WAITING_MOST}+ ${many}` : `${count} ${count === 1 ? one : many}`

/** Words of things of people, such as `7 questions without an answer`. */
export const ofPeople =
  (noun: string, rest: string, way: Pick<TodoWords, 'icon' | 'action' | 'to'>, named = noun) =>
  (line: TodoLine): WaitingWords => ({
    ...way,
    tone: 'action',
    short: counted(line, noun),
    title: counted(line, named) + rest,
    detail: oldest(line.since),
  })
