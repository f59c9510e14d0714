import { timingSafeEqual } from 'node:crypto'

/** Returns true for equal texts, in a time that does not reveal where they differ; their length is no secret. */
export function isSameSecret(input: string, expected: string): boolean {
  const [one, other] = [Buffer.from(input), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
