import { clearCode, drawText } from 'contract/draw-text'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns a prefixed id, never all digits: calls that take an id or a phone can distinguish them. */
export const newUserId = () => `usr_${drawText(BASE32, 16)}`
export const newAdminId = () => `adm_${drawText(BASE32, 16)}`
export const newReferralCode = () => clearCode(8)
