import { create } from 'zustand'

type ConsoleMenu = {
  /** True if the column shows icons only; undefined until an admin chooses. */
  folded: boolean | undefined
  /** The groups that an admin opened or closed, by id. */
  open: Readonly<Record<string, boolean>>
}

const KEY = 'console_menu'

/** Every group is open until an admin closes it where the window has room for an owner's whole menu. */
const OPEN: Record<string, boolean> =
  globalThis.innerHeight >= 1340 ? { teach: true, grow: true, money: true, team: true } : {}

/** Reads how the menu was left in this browser; whatever is stored there, the menu opens. */
function stored(): ConsoleMenu {
  try {
    const { folded, open } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<ConsoleMenu>
    return { folded: typeof folded === 'boolean' ? folded : undefined, open: { ...OPEN, ...open } }
  } catch {
    return { folded: undefined, open: OPEN }
  }
}

/** The menu of the console, as it was left. */
export const useConsoleMenu = create<ConsoleMenu>(stored)

function leave(change: Partial<ConsoleMenu>): void {
  useConsoleMenu.setState(change)
  try {
    localStorage.setItem(KEY, JSON.stringify(useConsoleMenu.getState()))
  } catch {
    // Without storage the menu stays so until the page is left.
  }
}

export const turnGroup = (id: string, isOpen: boolean): void =>
  leave({ open: { ...useConsoleMenu.getState().open, [id]: isOpen } })

export const foldMenu = (folded: boolean): void => leave({ folded })
