import { drawText } from './draw-text.ts'

// Without 0, O, 1, l and I, which look like one another.
const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!@#$%^&*']
const LENGTH = 12

/**
 * Makes a password of 12 signs: at least one upper case letter, lower case letter, digit and symbol. Screens and emails show it in groups
 * of four, which copy as one.
 */
export function generatePassword(): string {
  for (;;) {
    // Drawn again without one of the kinds, so that every place can hold every sign.
    const password = drawText(KINDS.join(''), LENGTH)
    if (KINDS.every((kind) => [...kind].some((sign) => password.includes(sign)))) return password
  }
}
