/** Access that ends is bought; `renewals-http.test.ts` buys some. */
export const unreached = ['renewals.get', 'renewals.renew']
