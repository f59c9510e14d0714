/** A refusal in Razorpay's words and format. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  readonly field: string | undefined

  constructor(
    description: string,
    details: { status?: number; code?: Refusal['code']; field?: string | undefined } = {},
  ) {
    super(description)
    this.status = details.status ?? 400
    this.code = details.code ?? 'BAD_REQUEST_ERROR'
    this.field = details.field
  }
}

/** Builds Razorpay's error body. */
export function errorBody(refusal: Pick<Refusal, 'code' | 'message' | 'field'>) {
  return {
    error: {
      code: refusal.code,
      description: refusal.message,
      source: 'NA',
      step: 'NA',
      reason: 'NA',
      metadata: {},
      ...(refusal.field === undefined ? {} : { field: refusal.field }),
    },
  }
}

/** Returns Razorpay's answer to an unknown id. */
export function unknownId(): Refusal {
  return new Refusal('The id provided does not exist')
}
