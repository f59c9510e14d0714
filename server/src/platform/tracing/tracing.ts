import type { RequestHandler } from 'express'
import type { Knex } from 'knex'

/** What a step is about; ids and counts, never what a person has typed. */
export type Facts = Record<string, string | number | boolean>

/** Follows one click through requests, statements, jobs and the gateway. Off unless set, and then nothing of OpenTelemetry is loaded. */
export type Tracing = {
  /**
   * Does `work` as a step of the trace under way, or of the one that `carried` leads to. Answers and rejects as `work` does.
   */
  step<T>(
    name: string,
    work: () => Promise<T>,
    about?: { carried?: string | null | undefined; facts?: Facts },
  ): Promise<T>
  /** Leads a later step to the trace under way: a `traceparent` of W3C Trace Context. Undefined when there is none. */
  carried(): string | undefined
  /** Makes each request the first step of a trace, or one of the trace that its `traceparent` names. */
  request: RequestHandler
  /** Makes each statement on this pool a step of what asked for it. */
  watch(db: Knex): void
  /** Sends what has not been sent yet. */
  close(): Promise<void>
}

export const noTracing: Tracing = {
  step: (_name, work) => work(),
  carried: () => undefined,
  request: (_req, _res, next) => next(),
  watch() {},
  async close() {},
}

/** The collector, and what the shop is called there. */
export type TracesTo = { endpoint: string; service: string }
