import type { RequestHandler } from 'express'
import type { Knex } from 'knex'

/** Attributes of a step: ids and counts, never a person's input. */
export type Facts = Record<string, string | number | boolean>

/**
 * Follows one click through requests, statements, jobs and the gateway. Off by default, and then nothing of
 * OpenTelemetry is loaded.
 */
export type Tracing = {
  /** Runs `work` as a step of the active trace, or of the one in `carried`. Resolves and rejects like `work`. */
  step<T>(
    name: string,
    work: () => Promise<T>,
    about?: { carried?: string | null | undefined; facts?: Facts },
  ): Promise<T>
  /** Returns the active trace as a `traceparent` of W3C Trace Context, for a later step. Undefined without one. */
  carried(): string | undefined
  /** Starts a trace for each request, or continues the one of its `traceparent`. */
  request: RequestHandler
  /** Traces each statement of this pool as a step of its caller. */
  watch(db: Knex): void
  /** Sends the remaining spans. */
  close(): Promise<void>
}

export const noTracing: Tracing = {
  step: (_name, work) => work(),
  carried: () => undefined,
  request: (_req, _res, next) => next(),
  watch() {},
  async close() {},
}

/** The collector, and the shop's name in it. */
export type TracesTo = { endpoint: string; service: string }
