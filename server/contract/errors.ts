import type { Values } from './fill.ts'
import type { OwnSentence } from './own-sentences.ts'
import type said from './said.json'
import type first from './said-first.json'

/** An English sentence that the store translates; `{names}` stand for values. */
export type ErrorText = OwnSentence | keyof typeof said | keyof typeof first

type NameIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never
type Extra = Record<string, unknown>

/** Fields beside a text: `values` has one for each of its names. */
export type ExtraOf<Text> = ErrorText extends Text
  ? [extra?: Extra & { values?: Values }]
  : [NameIn<Text>] extends [never]
    ? [extra?: Extra]
    : [extra: Extra & { values: Record<NameIn<Text>, string | number> }]

/**
 * Every code an answer can carry, with its status (`too_large` also goes out as 414 and 431). The body of an error is
 * `{detail, code, errors?: [{path, message}]}`; a detail with values adds its `template` and `values`, from which the store
 * makes the sentence in another language; some conflicts add one more field (`total`, `current`, `warnings`).
 */
export const errorStatus = {
  bad_request: 400,
  authentication_required: 401,
  authentication_expired: 401,
  invalid_credentials: 401,
  invalid_signature: 401,
  second_factor_required: 401,
  key_ended: 401,
  forbidden: 403,
  password_change_required: 403,
  second_factor_setup_required: 403,
  confirmation_required: 403,
  scope_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  email_taken: 409,
  already_purchased: 409,
  price_changed: 409,
  idempotency_mismatch: 409,
  confirm_day: 409,
  insufficient_coins: 409,
  edit_conflict: 409,
  last_owner: 409,
  promocode_exists: 409,
  segment_exists: 409,
  offer_ended: 409,
  course_exists: 409,
  course_incomplete: 409,
  already_redeemed: 409,
  already_owned: 409,
  extends_access: 409,
  not_refundable: 409,
  not_grantable: 409,
  in_use: 409,
  in_bundle: 409,
  bundle_has_no_lessons: 409,
  too_many_devices: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  cart_empty: 422,
  promocode_invalid: 422,
  promocode_expired: 422,
  promocode_used_up: 422,
  promocode_minimum: 422,
  promocode_first_purchase: 422,
  promocode_segment: 422,
  invalid_referral_code: 422,
  common_password: 422,
  wrong_password: 422,
  link_expired: 422,
  rate_limited: 429,
  internal_error: 500,
  gateway_error: 502,
  mail_failed: 502,
  unavailable: 503,
  gateway_not_configured: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

export type FieldError = { path: string; message: string }

export type ErrorExtras = { errors?: FieldError[]; template?: string; values?: Values } & Record<string, unknown>

/** The wire form of every error. */
export type ErrorBody = { detail: string; code: string } & ErrorExtras

/** The last line of a file whose rows could not be read to their end. */
export const INCOMPLETE_EXPORT = 'INCOMPLETE: rows are missing from here on. Please export the table again.'
