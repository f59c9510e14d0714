const WINDOW_MS = 15 * 60_000
const MOST_CLIENTS = 50_000

/** In memory, for they only say who waits longest; whether one may try at all is counted in the database. */
const clients = new Map<string, { weight: number; until: number }>()

/** A wrong password weighs more than a turn that did not come. */
const WRONG = 10

/**
 * Counts a try of a client and answers what its tries weigh that came before within a quarter of an hour. One that
 * succeeds is taken back; one that was refused while it waited weighs a little, one that failed more.
 */
export function countTry(client: string): { before: number; failed(): void; succeeded(): void } {
  const known = clients.get(client)
  const mine = known && known.until > Date.now() ? known : { weight: 0, until: Date.now() + WINDOW_MS }
  // The client that tried last is the last to be forgotten.
  clients.delete(client)
  clients.set(client, mine)
  for (const oldest of clients.keys()) {
    if (clients.size <= MOST_CLIENTS) break
    clients.delete(oldest)
  }
  mine.weight += 1
  return {
    before: mine.weight - 1,
    failed() {
      mine.weight += WRONG - 1
    },
    succeeded() {
      mine.weight -= 1
      if (mine.weight === 0) clients.delete(client)
    },
  }
}
