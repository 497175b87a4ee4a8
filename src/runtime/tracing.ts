/** OpenTelemetry traces of requests through bot, queue and worker. Without a collector, no package is loaded. */
import type { Attributes, Tracer } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import type { Telemetry } from 'bullmq';
import type { Config } from './config.ts';
import { within } from './deadline.ts';
import { scrub } from './log.ts';
import { version } from './version.ts';

/** Attributes of BullMQ that contain whole solutions, and settings. */
const privateAttributes = new Set(['bullmq.job.result', 'bullmq.worker.options', 'bullmq.queue.options']);

let tracer: Tracer | undefined;
/** For the queues, once tracing has started. */
export let telemetry: Telemetry | undefined;

function scrubAttributes(attributes: Attributes = {}): Attributes {
  const exported = Object.entries(attributes).filter(([name]) => !privateAttributes.has(name));
  return Object.fromEntries(exported.map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]));
}

const scrubSpan = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: scrubAttributes(span.attributes) },
    events: { value: span.events.map((event) => ({ ...event, attributes: scrubAttributes(event.attributes) })) },
    status: { value: { ...span.status, ...(span.status.message && { message: scrub(span.status.message) }) } },
  });

/** @returns a function that sends the last spans and stops tracing; undefined if no collector is configured */
export async function startTracing({ tracesEndpoint }: Config, part: 'bot' | 'worker') {
  if (tracesEndpoint === undefined) return undefined;
  const [api, sdk, { OTLPTraceExporter }, resources, { BullMQOtel }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('bullmq-otel'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${tracesEndpoint}/v1/traces` });
  // A trace starts with an interaction or a job. The queue also makes spans for its own work, many per second.
  const rootKinds: readonly unknown[] = [api.SpanKind.SERVER, api.SpanKind.CONSUMER];
  const { RECORD_AND_SAMPLED, NOT_RECORD } = sdk.SamplingDecision;
  const root = {
    shouldSample: (_context: unknown, _id: string, _name: string, kind: unknown) => ({
      decision: rootKinds.includes(kind) ? RECORD_AND_SAMPLED : NOT_RECORD,
    }),
  };
  const provider = new sdk.NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override these attributes.
    resource: resources
      .resourceFromAttributes({ 'service.name': `antipode-${part}`, 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new sdk.ParentBasedSampler({ root }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        export: (spans, done) => exporter.export(spans.map(scrubSpan), done),
        forceFlush: () => exporter.forceFlush(),
        shutdown: () => exporter.shutdown(),
      }),
    ],
  });
  provider.register();
  tracer = api.trace.getTracer('antipode', version);
  telemetry = new BullMQOtel({ tracerName: 'antipode', version });
  return async () => {
    await within(2000, provider.shutdown()).catch(() => {});
  };
}

/** Runs a step in a span, if tracing is on. @param isRoot whether the step starts a trace */
export async function inSpan<T>(name: string, attributes: Attributes, step: () => Promise<T>, isRoot = false) {
  if (!tracer) return step();
  // SpanKind and SpanStatusCode as numbers, so that the package of the enums needn't be loaded.
  return tracer.startActiveSpan(name, { kind: isRoot ? 1 : 0, attributes }, async (span) => {
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
}
