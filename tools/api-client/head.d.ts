export type Options = {
  /** Address of the shop, without `/api`. */
  url: string
  /** `shk_live_…`, from Settings → Developers. */
  key: string
  /** Another `fetch`, for tests. */
  fetch?: typeof fetch
}

export type CallOptions = {
  /** Repeats count once; by default a new one per call. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A refusal of the shop; `needs` names the scope that the key lacks. */
export class ShopError extends Error {
  status: number
  code: string
  needs?: string | null
  errors?: { path: string; message: string }[]
}

export type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>

/** Returns the calls of a shop, by the names of its contract. */
export function connect(options: Options): Shop
