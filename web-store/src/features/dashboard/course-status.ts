type Shown = {
  /** The status in words. */
  label: string
  /** What the progress bar shows, in percent. */
  percent: number
  /** Palette of the badge; grey without one. */
  palette?: 'mehendi' | 'neel'
  /** What the button of the course says. */
  action: string
}

const notStarted: Shown = { label: 'Not started', percent: 0, action: 'Start course' }

const statuses: Record<string, Shown> = {
  completed: { label: 'Completed', percent: 100, palette: 'mehendi', action: 'Watch again' },
  in_progress: { label: 'In progress', percent: 50, palette: 'neel', action: 'Continue' },
}

/** How the dashboard shows a `course_status`: 100, 50 or 0 percent; a status it does not know counts as not started. */
export function shownStatus(status: string): Shown {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? notStarted) : notStarted
}
