const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** `310 KB`, `412 MB`, `1.5 GB`. */
export function bytesText(bytes: number): string {
  let [value, power] = [bytes, 0]
  // What would be written as 1024 is 1 of the next unit.
  while (Math.round(value) >= 1024 && power < UNITS.length - 1) {
    value /= 1024
    power += 1
  }
  const shown = value >= 10 || Number.isInteger(value) ? Math.round(value) : Math.round(value * 10) / 10
  return `${shown} ${UNITS[power]}`
}

/** `20 s left`, `3 min left`, `2 h left`. */
export function leftText(seconds: number): string {
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  return `${Math.round(seconds / 360) / 10} h left`
}

/** Length of a video: `0:09`, `1:02:30`. */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60]
  const end = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${end}` : end
}

/** `Not used`, `Used in 1 place`, `Used in 3 places`. */
export function usedText(places: number): string {
  return places === 0 ? 'Not used' : `Used in ${places} ${places === 1 ? 'place' : 'places'}`
}
