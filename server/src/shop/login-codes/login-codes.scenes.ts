/** A shop begins without the login by a code; `login-codes-http.test.ts` switches it on. */
export const unreached = ['loginCodes.send', 'loginCodes.verify']
