import { z } from 'zod'
import { nameText } from './fields.ts'

/** First two digits of a PIN (India Post), each with the GST codes of the states where such PINs lie. */
const PLACES = `11 07|12 06|13 06|14 03 04|15 03|16 04 03 06|17 02|18 01|19 01 38|20 09|21 09|22 09|23 09|24 09 05|25 09 05|26 09 05|27 09|28 09
|30 08|31 08|32 08|33 08|34 08|36 24 26|37 24|38 24|39 24 26|40 27 30|41 27|42 27|43 27|44 27|45 23|46 23|47 23|48 23|49 22 23
|50 36 37|51 37|52 37|53 37 34|56 29|57 29|58 29|59 29|60 33 34|61 33 34|62 33|63 33|64 33|67 32 34|68 32 31|69 32
|70 19|71 19|72 19|73 19 11|74 19 35|75 21|76 21|77 21|78 18|79 12 13 14 15 16 17 18|80 10|81 10 20|82 10 20|83 20|84 10|85 10`

const statesOf = new Map(
  PLACES.split('|').map((place) => {
    const [digits = '', ...states] = place.trim().split(' ')
    return [digits, states]
  }),
)

/** Other Territory has no PINs of its own. */
const BEYOND = '97'

/** Returns true if a PIN can lie in a state, by its first two digits. */
export const isPinOf = (pin: string, state: string): boolean =>
  state === BEYOND || statesOf.get(pin.slice(0, 2))?.includes(state) === true

/** A PIN of six digits, spaces taken out; empty is none. */
export const PinText = z
  .string({ error: 'PIN must have 6 digits' })
  .max(20, { error: 'PIN must have 6 digits' })
  .overwrite((typed) => typed.replace(/\s/g, ''))
  .regex(/^([1-9]\d{5})?$/, { error: 'PIN must have 6 digits' })

/** Town or city of an address; empty is none. */
export const PlaceText = nameText(0, 50, 'Must be text')

/** A PIN of another state than the GSTIN: the e-invoice portal refuses it. */
export const PIN_ELSEWHERE = 'This PIN code is of another state than the GSTIN'

/** Returns true unless both are typed and lie in two states. */
export const pinFits = (pin: string | undefined, gstin: string | undefined): boolean =>
  !pin || !gstin || isPinOf(pin, gstin.slice(0, 2))
