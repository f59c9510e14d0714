import { randomBytes } from 'node:crypto'

/** The number of an order; the gateway has it as the reference of its link, where 40 characters are the most. */
export function newOrderId(): string {
  return `ord_${randomBytes(12).toString('hex')}`
}

/** Returns true for an id in our format, of this database or of one before it. */
export function isOrderId(text: string): boolean {
  return /^ord_[0-9a-f]{24}$/.test(text)
}
