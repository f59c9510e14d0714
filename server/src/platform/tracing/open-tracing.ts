import { noTracing, type TracesTo, type Tracing } from './tracing.ts'

/** Loads OpenTelemetry only where a collector is set. */
export async function openTracing(to: TracesTo | undefined): Promise<Tracing> {
  if (!to) return noTracing
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(to)
}
