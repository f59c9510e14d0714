/** Rate and kind of the shop's prices by the id of their settings, for statements of other features. */
export const TAX_SETTINGS = '(select id, prices, rate_basis_points from tax_settings)'
