import { clearCode, drawText } from 'contract/draw-text'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** The prefix keeps an id from ever being all digits: calls that take an id or a phone can tell them apart. */
export const newUserId = () => `usr_${drawText(BASE32, 16)}`
export const newAdminId = () => `adm_${drawText(BASE32, 16)}`
export const newReferralCode = () => clearCode(8)
