import { plural, t } from '../../language/text.ts'
import type { CartLine } from '../../stores/storage.ts'
import { toast } from '../../ui/toaster.ts'

const namesOf = (lines: readonly CartLine[]) => lines.map((line) => line.name).join(', ')

/** Reports courses that left the cart, and changed prices. Apart from the cart: most visits have neither. */
export function tellChanges(dropped: readonly CartLine[], repriced: readonly CartLine[]): void {
  if (dropped.length > 0) {
    toast.error(t('Removed from your cart'), {
      description: plural(
        dropped.length,
        {
          one: '{names} is no longer available and was removed.',
          other: '{names} are no longer available and were removed.',
        },
        { names: namesOf(dropped) },
      ),
      id: 'cart-dropped',
    })
  }
  if (repriced.length > 0) {
    toast.info(t('Prices have changed'), {
      description: t('The price of {names} has changed. Your cart is updated.', { names: namesOf(repriced) }),
      id: 'cart-repriced',
    })
  }
}
