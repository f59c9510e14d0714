let aheadMs = 0

/** Learns the shop's time from the headers of an answer; `Age` is how long a cache has stored it. */
export function learnTime(headers: Headers): void {
  const sentMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(sentMs)) return
  aheadMs = sentMs + Number(headers.get('age') ?? 0) * 1000 - Date.now()
}

/**
 * Returns the present moment by the shop's clock, to a second or two. Everything that depends on a date reads it here: a phone's clock may
 * be wrong by hours. Before the first answer it is the device's.
 */
export const shopNow = (): Date => new Date(Date.now() + aheadMs)
