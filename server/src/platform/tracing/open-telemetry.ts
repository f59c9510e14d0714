import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { VERSION } from '../../config.ts'
import type { TracesTo, Tracing } from './tracing.ts'

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Bounds a span's SQL; values are parameters and never in it. */
const MOST_SQL = 1_000

type Statement = { __knexQueryUid: string; sql: string }

/**
 * Exports steps as spans by OTLP over HTTP. The SDK reads its other settings from the environment:
 * `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, … Spans hold names, ids and figures: no request address, no
 * header, no value of a statement.
 */
export function createTracing({ endpoint, service }: TracesTo): Tracing {
  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': service, 'service.version': VERSION }),
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
  const tracer = provider.getTracer('skillhaat')
  /** Holds the active span. Ours, not the API's global one: two instances in one process stay apart. */
  const underWay = new AsyncLocalStorage<Span>()

  const begin = (name: string, options: SpanOptions, carried?: string | null) => {
    const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(carried ?? '') ?? []
    const parent = underWay.getStore()
    if (traceId && spanId && !/^0+$/.test(traceId) && !/^0+$/.test(spanId)) {
      const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
      return tracer.startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, remote))
    }
    return tracer.startSpan(name, options, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT)
  }

  return {
    step(name, work, { carried, facts } = {}) {
      const span = begin(name, facts ? { attributes: facts } : {}, carried)
      return underWay.run(span, async () => {
        try {
          return await work()
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },

    carried() {
      const of = underWay.getStore()?.spanContext()
      return of && `00-${of.traceId}-${of.spanId}-${of.traceFlags.toString(16).padStart(2, '0')}`
    },

    request(req, res, next) {
      const input = req.headers.traceparent
      const span = begin(req.method, { kind: SpanKind.SERVER }, typeof input === 'string' ? input : undefined)
      res.once('close', () => {
        const { route = 'other', requestId = '' } = res.locals
        span.updateName(`${req.method} ${route}`)
        span.setAttributes({
          'http.request.method': req.method,
          'http.route': String(route),
          request_id: String(requestId),
          'http.response.status_code': res.statusCode,
        })
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      underWay.run(span, next)
    },

    watch(db) {
      const statements = new Map<string, Span>()
      db.on('query', ({ __knexQueryUid: id, sql }: Statement) => {
        // Background work, such as the queue's polls, belongs to no trace.
        if (!underWay.getStore()) return
        const text = sql.trim().slice(0, MOST_SQL)
        const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
        statements.set(id, begin(/^\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL', { kind: SpanKind.CLIENT, attributes }))
      })
      const end = (id: string, error?: unknown) => {
        const span = statements.get(id)
        if (!span) return
        statements.delete(id)
        if (error) fail(span, error)
        span.end()
      }
      db.on('query-response', (_answer: unknown, { __knexQueryUid: id }: Statement) => end(id))
      db.on('query-error', (error: unknown, { __knexQueryUid: id }: Statement) => end(id, error))
    },

    close: () => provider.shutdown(),
  }
}

/** Records the error's kind alone: its text may repeat a person's input. */
function fail(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'Error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
