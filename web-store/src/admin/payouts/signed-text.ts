import { rupeesText } from '../../ui/format.ts'

/** Rupees with a minus as long as a digit is wide; nothing is no less than nothing. */
export const signedText = (amount: number): string =>
  amount < 0 ? `−${rupeesText(-amount)}` : rupeesText(Math.abs(amount))
