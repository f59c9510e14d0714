/** The owner's changes to the defaults of all settings (`ShopChanges`). */
export const SHOP_CHANGES = '(select changes from shop_settings)'

/** True where register and checkout ask if a buyer is 18 or older. */
export const ASKS_AGE = "coalesce((select changes->'children'->'ask' = 'true' from shop_settings), false)"

/** True while the shop takes practice money alone. */
export const IN_TEST = "coalesce((select changes->'payments'->'test' = 'true' from shop_settings), false)"
