/**
 * Traces: the way of a request through bot, queue and worker, sent to an OpenTelemetry collector where one is named.
 * Otherwise nothing of it is loaded, and `inSpan` only calls.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Tracer } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import type { Telemetry } from 'bullmq';
import type { Config } from './config.ts';
import { scrub } from './log.ts';
import { version } from './version.ts';

/** At the end, a collector is not waited for longer than this. */
const patienceMilliseconds = 2000;

/** What the queue would tell of a job that is none of a collector's business: whole solutions, and settings. */
const left = new Set(['bullmq.job.result', 'bullmq.worker.options', 'bullmq.queue.options']);

let tracer: Tracer | undefined;
/** For whatever speaks to the queue. */
export let telemetry: Telemetry | undefined;

const clean = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !left.has(name))
      .map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
  );

/** A span as it may leave the house: like a line of the log, without secrets. */
const discreet = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: clean(span.attributes) },
    events: { value: span.events.map((event) => ({ ...event, attributes: clean(event.attributes) })) },
    status: { value: { ...span.status, ...(span.status.message && { message: scrub(span.status.message) }) } },
  }) as ReadableSpan;

/** @returns what ends it, after the last spans have been sent; nothing where no collector is named */
export const startTracing = async (
  { tracesEndpoint }: Config,
  part: 'bot' | 'worker',
): Promise<(() => Promise<void>) | undefined> => {
  if (tracesEndpoint === undefined) return undefined;
  const [api, sdk, { OTLPTraceExporter }, resources, { BullMQOtel }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('bullmq-otel'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${tracesEndpoint}/v1/traces` });
  // A trace begins with an interaction or a job. What the queue does for itself, many times a second, is none.
  const beginnings: readonly unknown[] = [api.SpanKind.SERVER, api.SpanKind.CONSUMER];
  const root = {
    shouldSample: (_context: unknown, _id: string, _name: string, kind: unknown) => ({
      decision: beginnings.includes(kind) ? sdk.SamplingDecision.RECORD_AND_SAMPLED : sdk.SamplingDecision.NOT_RECORD,
    }),
    toString: () => 'beginnings',
  };
  const provider = new sdk.NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES go before.
    resource: resources
      .resourceFromAttributes({ 'service.name': `antipode-${part}`, 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new sdk.ParentBasedSampler({ root }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        export: (spans, done) => exporter.export(spans.map(discreet), done),
        forceFlush: () => exporter.forceFlush(),
        shutdown: () => exporter.shutdown(),
      }),
    ],
  });
  provider.register();
  tracer = api.trace.getTracer('antipode', version);
  telemetry = new BullMQOtel({ tracerName: 'antipode', version });
  return async () => {
    await Promise.race([provider.shutdown().catch(() => {}), sleep(patienceMilliseconds)]);
  };
};

/**
 * Do something as one step of a trace.
 * @param isBeginning whether it is the first step
 */
export const inSpan = async <T>(
  name: string,
  attributes: Attributes,
  step: () => Promise<T>,
  isBeginning = false,
): Promise<T> => {
  if (!tracer) return step();
  // The numbers of SpanKind and SpanStatusCode in the specification: the enums would have to be loaded.
  const kind = isBeginning ? 1 : 0;
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await step();
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: 2 });
      throw error;
    } finally {
      span.end();
    }
  });
};
