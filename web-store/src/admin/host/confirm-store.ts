import { create } from 'zustand'

/** True while the admin confirms their identity. */
export const useConfirming = create<{ asking: boolean }>(() => ({ asking: false }))

let answered: ((confirmed: boolean) => void) | undefined
let answer: Promise<boolean> | undefined

/** Asks the admin to confirm; whether that was done. Calls that ask meanwhile are answered together. */
export function requestConfirm(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    answered = resolve
    useConfirming.setState({ asking: true })
  })
  return answer
}

/** The dialog's answer. */
export function answerConfirm(confirmed: boolean): void {
  answered?.(confirmed)
  answered = undefined
  answer = undefined
  useConfirming.setState({ asking: false })
}
