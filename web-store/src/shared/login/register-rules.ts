import { RegisterBody } from 'contract/auth'

/** The contract's rules of an account, which bring all of zod: fetched when somebody is about to fill the form. */
export const checkRegistration = (values: object) => RegisterBody.safeParse(values)
