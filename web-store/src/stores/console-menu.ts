import { create } from 'zustand'

type ConsoleMenu = {
  /** The column shows icons only. */
  folded: boolean
  /** The groups that an admin opened or closed, by id. */
  open: Readonly<Record<string, boolean>>
}

const KEY = 'console_menu'

/** Below this width the tables need the room of the column, until an admin unfolds it. */
const ROOMY_PX = 1200

/** The groups that most work happens in are open until an admin closes them. */
const OPEN = { courses: true, students: true }

const begin = (): ConsoleMenu => ({ folded: window.innerWidth < ROOMY_PX, open: OPEN })

/** Reads how the menu was left in this browser; whatever is stored there, the menu opens. */
function stored(): ConsoleMenu {
  try {
    const { folded, open } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<ConsoleMenu>
    return { folded: folded === true, open: { ...OPEN, ...open } }
  } catch {
    return begin()
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

export const toggleGroup = (id: string): void => {
  const { open } = useConsoleMenu.getState()
  leave({ open: { ...open, [id]: open[id] !== true } })
}

export const foldMenu = (folded: boolean): void => leave({ folded })
