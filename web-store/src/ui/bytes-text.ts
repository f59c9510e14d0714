const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Formats `310 KB`, `412 MB`, `1.5 GB`. */
export function bytesText(bytes: number): string {
  let [value, power] = [bytes, 0]
  // 1024 of a unit is 1 of the next.
  while (Math.round(value) >= 1024 && power < UNITS.length - 1) {
    value /= 1024
    power += 1
  }
  const shown = value >= 10 || Number.isInteger(value) ? Math.round(value) : Math.round(value * 10) / 10
  return `${shown} ${UNITS[power]}`
}
