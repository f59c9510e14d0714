/** True where register and checkout ask if a buyer is 18 or older. */
export const ASKS_AGE = "coalesce((select changes->'children'->'ask' = 'true' from shop_settings), false)"
