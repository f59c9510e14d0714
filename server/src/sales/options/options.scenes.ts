/** An upgrade begins with a payment; `options-http.test.ts` pays some. */
export const unreached = ['options.upgrade']
