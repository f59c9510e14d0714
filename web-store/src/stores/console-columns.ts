import { create } from 'zustand'

/** Columns that somebody showed or hid, by list and heading; others follow the width of the window. */
type Choices = Readonly<Record<string, Readonly<Record<string, boolean>>>>

const KEY = 'console_columns'

/** Reads the choices of this browser; whatever is stored there, the lists open. */
function stored(): Choices {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '')
    return read !== null && typeof read === 'object' ? (read as Choices) : {}
  } catch {
    return {}
  }
}

export const useConsoleColumns = create<{ choices: Choices }>(() => ({ choices: stored() }))

function store(choices: Choices): void {
  useConsoleColumns.setState({ choices })
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** Shows or hides a column of a list, at every width. */
export function chooseColumn(list: string, head: string, shown: boolean): void {
  const { choices } = useConsoleColumns.getState()
  store({ ...choices, [list]: { ...choices[list], [head]: shown } })
}

/** Lets the width of the window decide again. */
export function resetColumns(list: string): void {
  const { [list]: _, ...others } = useConsoleColumns.getState().choices
  store(others)
}
