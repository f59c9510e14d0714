import { noTracing, type TracesTo, type Tracing } from './tracing.ts'

/** OpenTelemetry where a collector is named. Its packages are loaded then alone. */
export async function openTracing(to: TracesTo | undefined): Promise<Tracing> {
  if (!to) return noTracing
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(to)
}
